import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../testing/fake-server.ts';
import { ADMIN } from '../../testing/people.ts';
import { expectPath, renderScreen } from '../../testing/render-screen.tsx';

const ZONE = { id: '11111111-1111-4111-8111-111111111111', name: 'Naco', price: 60, booked: 2 };
const VERSION = {
  id: '33333333-3333-4333-8333-333333333333',
  valid_from: '2026-01-01T00:00:00+00:00',
  per_hour: 50,
  free_minutes: 15,
  step_minutes: 30,
  least_minutes: 0,
  cap: 300,
  cap_per: '24h',
  cap_turns_at: 0,
  windows: [],
  specials: [{ name: 'Night', days: '1234567', from: 1080, to: 1380, covers: 480, amount: 150 }],
};
const TABLE = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Mall',
  may_write: true,
  versions: [VERSION],
  uses: [
    {
      id: '44444444-4444-4444-8444-444444444444',
      zone_id: ZONE.id,
      space_id: null,
      vehicle_type: 'suv',
      zone_name: 'Naco',
      space_name: null,
      may_write: true,
    },
  ],
};
const later = { ...VERSION, id: '55555555-5555-4555-8555-555555555555', valid_from: '2099-01-01T12:00:00+00:00' };

let calls: { name: string; body: unknown }[];
let answer: () => Response;
beforeEach(() => {
  server.config.samples = false;
  calls = [];
  answer = () => new Response(null, { status: 204 });
  server.handle('POST /rest/v1/rpc/list_rates', () => Response.json({ zones: [ZONE], tables: [TABLE] }));
  for (const name of ['save_rates', 'withdraw_rates', 'assign_rates']) {
    server.handle(`POST /rest/v1/rpc/${name}`, ({ body }) => {
      calls.push({ name, body });
      return answer();
    });
  }
});

const open = (search = '') => renderScreen(`/admin/rates${search}`, { as: ADMIN });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('the list says what a table costs now, who has it and what is to come, which is taken back', async () => {
  server.handle('POST /rest/v1/rpc/list_rates', () =>
    Response.json({ zones: [ZONE], tables: [{ ...TABLE, versions: [later, VERSION] }] }),
  );
  const { user } = await open();
  expect(await screen.findByText('$50.00/hr · 15 min free · at most $300.00 · Night $150.00')).toBeVisible();
  expect(screen.getByText('Naco · SUV has it')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Withdraw the prices from/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await expect
    .poll(() => calls)
    .toEqual([{ name: 'withdraw_rates', body: { rate_table: TABLE.id, version: later.id } }]);
});

test('a new table is tested and saved with its windows and specials; what is missing is not sent', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'New table' }));
  await user.type(field('Name'), 'Mall nights');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(calls).toEqual([]);
  expect(field('Price per hour ($)')).toBeInvalid();
  expect(screen.getByText(/^Complete the prices/)).toBeVisible();
  await user.type(field('Price per hour ($)'), '100');
  expect(await screen.findByText('The stay costs $300.00')).toBeVisible();
  await user.type(field('The most that is paid ($)'), '250');
  expect(await screen.findByText('The stay costs $250.00')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a special' }));
  await user.type(field('Name that drivers see'), 'Night');
  await user.type(field('Flat price ($)'), '150');
  await user.click(screen.getByRole('checkbox', { name: 'Sun' }));
  await user.click(screen.getByRole('button', { name: 'Add a window' }));
  await user.click(screen.getByRole('button', { name: 'Remove window 1' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expectPath('/admin/rates');
  expect(await screen.findByRole('button', { name: 'New table' })).toBeVisible();
  const [saved] = calls as { body: { name: string; version: object } }[];
  expect(saved?.body.name).toBe('Mall nights');
  expect(saved?.body.version).toMatchObject({
    per_hour: 100,
    free_minutes: 0,
    step_minutes: 0,
    cap: 250,
    cap_per: '24h',
    windows: [],
    specials: [{ name: 'Night', days: '123456', from: 1080, to: 1320, covers: 480, amount: 150 }],
  });
});

test('the next version begins from the one that holds, and says what changes; a refusal keeps what was typed', async () => {
  answer = () =>
    Response.json({ code: '55000', message: 'x', hint: 'prices-over-limit', details: '5000.00' }, { status: 400 });
  const { user } = await open(`?dialog=edit.${TABLE.id}`);
  const price = await screen.findByLabelText('Price per hour ($)');
  expect([field('Free minutes').value, field('Name that drivers see').value]).toEqual(['15', 'Night']);
  await user.clear(price);
  await user.type(price, '40');
  const change = screen.getByRole('heading', { name: /^What changes in Naco/ }).parentElement;
  expect(change).toHaveTextContent('3 hr$150.00 → $120.00');
  expect(change).toHaveTextContent('24 hr$300.00 → $300.00');
  expect(change).toHaveTextContent('2 booked reservations keep their price.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('$5,000.00');
  expect(price).toHaveValue(40);
  await user.click(screen.getByRole('link', { name: 'Back to zones' }));
  await user.click(await screen.findByRole('button', { name: /stay|keep/i }));
  expect(price).toHaveValue(40);
});

test('a table of other zones is only read', async () => {
  server.handle('POST /rest/v1/rpc/list_rates', () =>
    Response.json({ zones: [ZONE], tables: [{ ...TABLE, may_write: false }] }),
  );
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'See prices' }));
  expect(await screen.findByLabelText('Price per hour ($)')).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('a zone or a space gets a table, for a type of vehicle', async () => {
  server.rows('parking_spaces').push({
    id: '66666666-6666-4666-8666-666666666666',
    name: 'B-07',
    zone_id: ZONE.id,
    zone_name: 'Naco',
    location: null,
    hourly_rate: null,
    status: 'available',
    sort_name: 'B-07',
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Assign' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('1 hr').nextSibling).toHaveTextContent('$60.00 → $50.00');
  await user.selectOptions(await dialog.findByLabelText('Space'), await dialog.findByRole('option', { name: 'B-07' }));
  await user.selectOptions(dialog.getByLabelText('Vehicles'), 'Motorcycle');
  await user.click(dialog.getByRole('button', { name: 'Assign' }));
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toEqual([
      {
        zone: null,
        space: '66666666-6666-4666-8666-666666666666',
        vehicle_type: 'motorcycle',
        rate_table: TABLE.id,
      },
    ]);
});
