import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import { LOCK_ROUTE, lockVendor, VENDOR } from '../../testing/fake-lock-vendor.ts';
import { server } from '../../testing/fake-server.ts';
import { expectPath, findToast, passTime } from '../../testing/render-screen.tsx';
import { createAdminSpace, ZONE } from '../../testing/rows.ts';

const HOUR_MS = 3_600_000;
const RECHECK_MS = 5000;

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

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
const lockStatus = (name: string) => within(row(name)).getAllByRole('cell')[5] as HTMLElement;
const expectStatus = (name: string, text: string | RegExp) =>
  waitFor(() => expect(lockStatus(name).textContent).toMatch(text));
const raise = (name: string) => screen.getByRole('button', { name: `Raise the lock of ${name}` });
const lower = (name: string) => screen.getByRole('button', { name: `Lower the lock of ${name}` });
const confirmRaise = () => screen.findByRole('button', { name: 'Raise lock' });

test('a command of which the lock shows nothing is told apart from one it confirmed', async () => {
  lockVendor.breakWith({ stuck: ['KV-0021'] });
  const { user } = await openSpaces({ 'Presa-1': 'KV-0021' });
  await expectStatus('Presa-1', /^Down$/);
  await user.click(raise('Presa-1'));
  await waitFor(async () => expect(await confirmRaise()).toBeEnabled());
  await user.click(await confirmRaise());
  await expectStatus('Presa-1', /^DownSent, waiting for the lock$/);
  await passTime(RECHECK_MS);
  await expectStatus('Presa-1', /^DownNot confirmed$/);
  expect(await findToast(`The lock of Presa-1, ${ZONE.name} has not confirmed that it is up`)).toBeVisible();
});

test('an administrator is warned before raising a lock under a reservation', async () => {
  const { user } = await openSpaces({ 'Aviso-1': 'KV-0023', 'Aviso-2': 'KV-0024' });
  const [first, second] = server.rows('parking_spaces');
  if (first) first.status = 'reserved';
  const reservation = { user_name: 'Ana Díaz', user_email: 'ana@parqueo.test', status: 'active' };
  server.rows('admin_reservations').push(
    { ...reservation, parking_space_id: first?.id, start_time: inHours(-0.1), end_time: inHours(1) },
    { ...reservation, parking_space_id: second?.id, start_time: inHours(2), end_time: inHours(3) },
    // Somebody else was on it before.
    {
      ...reservation,
      status: 'completed',
      parking_space_id: second?.id,
      start_time: inHours(-2),
      end_time: inHours(-1),
    },
  );
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await within(row('Aviso-1')).findByText('Reserved')).toBeVisible();

  await user.click(raise('Aviso-1'));
  expect(screen.getByRole('dialog', { name: `Raise the lock of Aviso-1, ${ZONE.name}?` })).toBeVisible();
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Ana Díaz has reserved this space until \d\d:\d\d and may be parked on it\.$/,
  );
  expect(screen.getByRole('button', { name: 'Raise all the same' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Keep it as it is' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(raise('Aviso-2'));
  await waitFor(async () => expect(await confirmRaise()).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
});

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

test('a command survives an access token that is over', async () => {
  const { user } = await openSpaces({ 'Ficha-1': 'KV-0023' });
  await expectStatus('Ficha-1', /^(Up|Down)$/);
  lockVendor.breakWith({ tokenExpired: true });
  await user.click(lower('Ficha-1'));
  expect(await findToast('Lock lowered successfully')).toBeVisible();
  expect(localStorage.getItem('lock-vendor-token')).toBeNull();

  lockVendor.breakWith({ tokenExpired: 'always' });
  await user.click(lower('Ficha-1'));
  expect(await findToast('Failed to lower lock: The access token has expired')).toBeVisible();
});

test('an administrator reads why the vendor did not take a command', async () => {
  lockVendor.breakWith({ offline: ['KV-0020'] });
  const { user } = await openSpaces({ 'Muda-1': 'KV-0020' });
  await expectStatus('Muda-1', /^UpNeeds attention: offline/);
  await user.click(lower('Muda-1'));
  expect(await findToast('Failed to lower lock: The device is offline')).toBeVisible();
  await user.click(raise('Muda-1'));
  await waitFor(async () => expect(await confirmRaise()).toBeEnabled());
  await user.click(await confirmRaise());
  expect(await findToast('Failed to raise lock: The device is offline')).toBeVisible();
});

test('an administrator reads that the vendor does not let the server in', async () => {
  lockVendor.breakWith({ notAllowed: true });
  const { user } = await openSpaces({ 'A-01': 'KV-0001' });
  expect(await findToast(`Failed to get ${VENDOR} access token`)).toBeVisible();
  await expectStatus('A-01', /^Unknown$/);
  await user.click(lower('A-01'));
  expect(await findToast(`No valid ${VENDOR} access token available`)).toBeVisible();
});

test('an administrator reads that the vendor is out of order, and still manages spaces', async () => {
  lockVendor.breakWith({ malformed: true });
  const { user } = await openSpaces({ 'Rota-1': 'KV-0020' });
  expect(await findToast(`Failed to connect to ${VENDOR} API`)).toBeVisible();
  await expectStatus('Rota-1', /^Unknown$/);
  lockVendor.breakWith({});
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await expectStatus('Rota-1', /^(Up|Down)/);
  lockVendor.breakWith({ status: 500 });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await findToast('Failed to fetch parking lock data')).toBeVisible();
  await user.click(lower('Rota-1'));
  expect(await findToast('Failed to lower lock: The lock vendor is out of order')).toBeVisible();
});

test('a space whose lock needs attention says why, and leads to all such locks', async () => {
  const { user } = await openSpaces({ 'Alerta-1': 'KV-0022', 'Alerta-2': 'KV-0009', 'Alerta-3': 'KV-0001' });
  await expectStatus('Alerta-1', /^UpNeeds attention: offline for \d+ (hours|days?), battery 0%$/);
  await expectStatus('Alerta-2', /^DownNeeds attention: alarm Collision$/);
  await expectStatus('Alerta-3', /^Up$/);
  expect(screen.getByText(/^8 of 24 locks need attention$/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Show them' }));
  await expectPath(/^\/admin\?tab=locks&order=attention$/);
});
