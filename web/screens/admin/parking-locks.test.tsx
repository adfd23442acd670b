import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import { LOCK_ROUTE } from '../../testing/fake-lock-vendor.ts';
import { server } from '../../testing/fake-server.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminSpace } from '../../testing/rows.ts';

beforeEach(() => {
  server.tables.admin_reservations = [];
});

/** Opens the tab with spaces that have these names and locks. */
async function openSpaces(deviceIds: Record<string, string | null>) {
  for (const [name, deviceId] of Object.entries(deviceIds)) {
    server.rows('parking_spaces').push(createAdminSpace({ name, deviceId }));
  }
  const app = await openTab('parking');
  await screen.findByText(Object.keys(deviceIds)[0] ?? '');
  return app;
}

const row = (name: string) => screen.getByRole('cell', { name }).closest('tr') as HTMLElement;
const lockStatus = (name: string) => within(row(name)).getAllByRole('cell')[4] as HTMLElement;
const expectStatus = (name: string, text: string | RegExp) =>
  waitFor(() => expect(lockStatus(name).textContent).toMatch(text));
const raise = (name: string) => screen.getByRole('button', { name: `Raise the lock of ${name}` });
const lower = (name: string) => screen.getByRole('button', { name: `Lower the lock of ${name}` });

test('the buttons of one space rest while its command runs, and those of others do not', async () => {
  const { user } = await openSpaces({ 'Lenta-1': 'KV-0019', 'Lenta-2': 'KV-0020', 'Lenta-3': null });
  await expectStatus('Lenta-1', /^(Up|Down)$/);
  const release = server.holdRequests(LOCK_ROUTE);
  await user.click(lower('Lenta-1'));
  expect(lower('Lenta-1')).toBeDisabled();
  expect(lower('Lenta-1')).toHaveAttribute('aria-busy', 'true');
  expect(raise('Lenta-1')).toBeDisabled();
  expect(lower('Lenta-2')).toBeEnabled();
  release();
  expect(await findToast('Lock lowered successfully')).toBeVisible();
  expect(lower('Lenta-1')).toBeEnabled();

  // A space without a lock says so.
  expect(lower('Lenta-3')).toHaveAttribute('aria-disabled', 'true');
  await user.click(lower('Lenta-3'));
  expect(await findToast('No parking lock assigned to this space')).toBeVisible();
});
