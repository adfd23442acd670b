import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import vectors from '../../domain/money/rate-vectors.json' with { type: 'json' };
import { PAYMENT_PAGE, servePayments, watchLeaving } from '../testing/fake-payments.ts';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { DRIVER, PASSWORD, type Person } from '../testing/people.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { ZONE } from '../testing/rows.ts';

const A1 = { id: 'a1', name: 'A-01' };
const FREE = { ...A1, lowest_rate: 50, has_rates: false, free_until: null };
const STAY = { id: 'stay', start_time: new Date(Date.now() - 7_200_000).toISOString(), amount: 8.35, paid_until: null };
let place: Row | null;
let parked: Row | null;

beforeEach(() => {
  servePayments();
  place = { zone: { id: ZONE.id, name: 'Naco', location: 'Av. Tiradentes' }, space: A1, free: [FREE] };
  parked = { until: new Date().toISOString(), stay: STAY };
  server.handle('POST /rest/v1/rpc/read_sign', () => Response.json(place));
  server.handle('POST /rest/v1/rpc/find_parked_plate', () => Response.json(parked));
  allowGuests(true);
  for (const person of server.people) person.fields = { is_anonymous: false };
});
const allowGuests = (isAllowed: boolean) =>
  Object.assign(server.signInSettings.external ?? {}, { anonymous_users: isAllowed });
const open = (as: Person | null = null) => renderScreen('/p/ABCDEFGH', { as });
const plate = () => screen.findByRole('textbox', { name: 'Plate' });

test('a code that no sign has leads nowhere', async () => {
  place = null;
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('ABCDEFGH');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a taken space names the free one next to it, and its price is that of its rates', async () => {
  place = { ...place, free: [{ ...FREE, id: 'a2', name: 'A-02', has_rates: true }] };
  const { plaza } = vectors.tables;
  server.rows('parking_zones').push(ZONE);
  server.handle('GET /rest/v1/rate_assignments', () =>
    Response.json([
      { rate_table_id: 'plaza', space_id: null, vehicle_type: null, rate_tables: { rate_versions: [plaza] } },
    ]),
  );
  const { user } = await open();
  expect(await screen.findByText(/A-01 is taken/)).toHaveTextContent('A-02');
  expect(screen.getByText('from $50.00/hr')).toBeVisible();
  expect(await screen.findByText('1 hr at $50.00')).toBeVisible();
  await user.clear(screen.getByLabelText('Duration (hours)'));
  await user.type(screen.getByLabelText('Duration (hours)'), '7');
  expect(await screen.findByText('Daily maximum reached')).toBeVisible();
  expect(screen.getByText('$300.00')).toBeVisible();
});

test('where no guests are allowed, a visitor is asked for their account alone', async () => {
  allowGuests(false);
  await open();
  expect(await screen.findByRole('link', { name: 'I have an account' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test.each([
  ['the space costs nothing', () => (place = { ...place, free: [{ ...FREE, lowest_rate: 0 }] })],
  [
    'drivers pay nothing',
    () => Object.assign(server.rows('installation_settings')[0] ?? {}, { charges_drivers: false }),
  ],
])('where %s, a visitor needs an account, and is led to the space with it', async (_, arrange) => {
  Object.assign(server.rows('installation_settings')[0] ?? {}, { charges_drivers: true });
  arrange();
  const { user } = await open();
  expect(await screen.findByText('Parking here costs nothing, but it needs an account.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'I have an account' }));
  await user.type(await screen.findByLabelText('Email'), DRIVER.email);
  await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
  await expectPath(/^\/reserve\/a1/);
});

test('in a full zone the exit of a car that is inside is paid all the same', async () => {
  place = { ...place, free: [] };
  const { user } = await open(DRIVER);
  expect(await screen.findByText('No space is free in this zone')).toBeVisible();
  expect(screen.queryByLabelText('Duration (hours)')).not.toBeVisible();
  await user.type(await plate(), 'a12-3456{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Exit of A123456' })).toHaveTextContent('$8.35');
  const left = watchLeaving();
  await user.click(await screen.findByRole('button', { name: 'Pay $8.35' }));
  await waitFor(() => expect(left.form()).toMatchObject({ action: PAYMENT_PAGE }));
  expect(server.rows('payments')).toMatchObject([{ purpose: 'exit', reservation_id: 'stay', amount: 8.35 }]);
});

test('a driver reserves with their account, and hears that a plate has no open stay', async () => {
  const { user } = await open(DRIVER);
  expect(await screen.findByRole('link', { name: 'Reserve a space' })).toHaveAttribute('href', '/reserve/a1');
  parked = null;
  await user.type(await plate(), 'A123456{Enter}');
  expect(await screen.findByText('This plate has no open stay here.')).toBeVisible();
});

test.each([
  [
    'nothing is due after a payment',
    { amount: 0, paid_until: new Date(Date.now() + 600_000).toISOString() },
    /^Leave before/,
  ],
  ['no provider is set up', {}, 'Go to the desk before you leave.'],
])('where %s, nothing is paid', async (_, stay, text) => {
  servePayments({ methods: [] });
  parked = { ...parked, stay: { ...STAY, ...stay } };
  const { user } = await open(DRIVER);
  await user.type(await plate(), 'A123456{Enter}');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});
