import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectTexts, openTab, selectOption } from '../../testing/back-office.ts';
import { LOCK_ROUTE } from '../../testing/fake-lock-vendor.ts';
import { server } from '../../testing/fake-server.ts';
import { ADMIN } from '../../testing/people.ts';
import { findToast, passTime, renderScreen } from '../../testing/render-screen.tsx';
import { createAdminSpace, ZONE } from '../../testing/rows.ts';

const SPACES_ROUTE = '/rest/v1/parking_spaces';

const addSpaces = (...names: string[]) =>
  server.rows('parking_spaces').push(...names.map((name) => createAdminSpace({ name })));
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string) => dialog().getByLabelText(name);
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('an administrator adds a row of spaces in one request, after a look at their names', async () => {
  server.rows('parking_zones').push(ZONE);
  addSpaces('F-09');
  await openTab('parking');
  await screen.findByText('F-09');
  await click('Add Space');
  fireEvent.click(field('Add several'));
  fill('Prefix', 'F-');
  fill('From', '08');
  fill('To', '7');
  selectOption(field('Zone'), ZONE.name);
  fill('Hourly rate ($)', '4');
  press('Save');
  expect(await dialog().findByRole('alert')).toHaveTextContent(
    /^Enter two whole numbers, the first not above the second, for at most 500 spaces$/,
  );
  fill('To', '19');
  expect(await dialog().findByText('12 spaces will be added')).toBeVisible();
  expect(dialog().getByText('F-08, F-09, F-10 … F-17, F-18, F-19')).toBeVisible();
  expect(dialog().getByText('1 of these names is already there in this zone')).toBeVisible();
  expect(dialog().getByText('Already there: F-09')).toBeVisible();
  press('Save');
  expect(await dialog().findByRole('alert')).toHaveTextContent(/^Choose numbers whose names are not in the zone yet$/);
  fill('From', '10');
  press('Save');

  expect(await findToast('10 parking spaces created successfully')).toBeVisible();
  expect(server.received(`POST ${SPACES_ROUTE}`)).toHaveLength(1);
  const spaces = server.rows('parking_spaces').filter(({ zone_id }) => zone_id === ZONE.id);
  expect(spaces.map(({ name }) => name)).toEqual([
    'F-09',
    ...Array.from({ length: 10 }, (_, index) => `F-${10 + index}`),
  ]);
  expect(spaces.at(-1)?.hourly_rate).toBe(4);
});

test('an administrator reads which space they edit or delete, with its zone', async () => {
  addSpaces('F-09');
  await openTab('parking');
  await click('Edit F-09');
  expect(dialog().getByText(`F-09, ${ZONE.name}`)).toBeVisible();
  press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await click('Delete F-09');
  expect(dialog().getByText(/^Are you sure you want to delete this parking space\?/)).toBeVisible();
  expect(dialog().getByText(`F-09, ${ZONE.name}`)).toBeVisible();
  await passTime(1000);
  expect(server.received(`DELETE ${SPACES_ROUTE}`)).toEqual([]);
});

test('an administrator whose space was changed meanwhile reads it, though its status may move', async () => {
  server.rows('parking_zones').push(ZONE);
  addSpaces('Doble-1');
  const [space] = server.rows('parking_spaces');
  await openTab('parking');
  await click('Edit Doble-1');
  // The status alone is no new version.
  Object.assign(space ?? {}, { status: 'maintenance' });
  fill('Location', 'Sótano 1');
  press('Save');
  expect(await findToast('Parking space updated successfully')).toBeVisible();

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await click('Edit Doble-1');
  Object.assign(space ?? {}, { zone_id: null, hourly_rate: 4, updated_at: '2026-01-02T00:00:00Z' });
  fill('Hourly rate ($)', '6');
  press('Save');
  const newerValues = within(await dialog().findByRole('list', { name: 'Newer values' }));
  await expectTexts(
    () => newerValues.getAllByRole('listitem'),
    ['Zone is now no zone.', 'Hourly rate is now $4.00. You typed $6.00.'],
  );
  expect(field('Hourly rate ($)')).toHaveValue(6);
  expect(field('Zone')).toHaveValue('');
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(space).toMatchObject({ zone_id: null, hourly_rate: 6 });
});

test('a space without a zone gets no sign, and at most 500 are printed at once', async () => {
  server.rows('parking_zones').push(ZONE);
  addSpaces(...Array.from({ length: 501 }, (_, index) => `F-${index}`));
  server.rows('parking_spaces').push(createAdminSpace({ name: 'Suelto', zone_id: null, zone_name: null }));
  await renderScreen('/admin/signs', { as: ADMIN });
  expect(await screen.findByText('These are the first 500. Print the others by zone.')).toBeVisible();
  expect(screen.getByText('1 space without a zone gets no sign, as drivers cannot reserve it.')).toBeVisible();
  expect(document.querySelectorAll('.sign-sheet')).toHaveLength(125);
});

test('the buttons of one space rest while its command runs, and those of others do not', async () => {
  const lower = (name: string) => screen.getByRole('button', { name: `Lower the lock of ${name}` });
  const devices = { 'Lenta-1': 'KV-0019', 'Lenta-2': 'KV-0020', 'Lenta-3': null };
  const spaces = Object.entries(devices).map(([name, deviceId]) => createAdminSpace({ name, deviceId }));
  server.rows('parking_spaces').push(...spaces);
  const { user } = await openTab('parking');
  expect((await screen.findAllByText(/^(Up|Down)$/))[0]).toBeVisible();
  const release = server.holdRequests(LOCK_ROUTE);
  await user.click(lower('Lenta-1'));
  expect(lower('Lenta-1')).toBeDisabled();
  expect(lower('Lenta-1')).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('button', { name: 'Raise the lock of Lenta-1' })).toBeDisabled();
  expect(lower('Lenta-2')).toBeEnabled();
  release();
  expect(await findToast('Lock lowered successfully')).toBeVisible();
  expect(lower('Lenta-1')).toBeEnabled();

  // A space without a lock says so.
  expect(lower('Lenta-3')).toHaveAttribute('aria-disabled', 'true');
  await user.click(lower('Lenta-3'));
  expect(await findToast('No parking lock assigned to this space')).toBeVisible();
});
