import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';

const ID = '11111111-1111-4111-8111-111111111111';
const PATH = `/staff/stay/${ID}`;
const EXTEND = 'POST /rest/v1/rpc/extend_reservation';
const CASHIER = ['mark_arrival', 'report_space', 'reserve', 'take_cash'];
const DRIVER = { user_id: 'ana', full_name: 'Ana Pérez', email: '', phone: '+18095550123' };

let stay: Row;
let duty: string;
beforeEach(() => {
  vi.setSystemTime(new Date(2026, 2, 10, 14, 2));
  duty = 'cashier';
  server.config = { ...server.config, samples: false };
  Object.assign(server.rows('installation_settings')[0] ?? {}, { charges_drivers: true });
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  stay = {
    id: ID,
    user_name: 'Ana Pérez',
    user_email: '',
    parking_space_id: 'a1',
    zone_id: 'naco',
    zone_name: 'Naco',
    space_name: 'A-01',
    space_location: null,
    start_time: at(-60),
    end_time: at(60),
    total_amount: 10,
    paid: 10,
    status: 'active',
    held_until: null,
    vehicle_name: 'Yaris',
    vehicle_plate: 'A123456',
    arrived_at: null,
    device_id: null,
    space: null,
    has_shift: true,
    acts: CASHIER,
    driver: DRIVER,
  };
  server.tables.parking_spaces = [{ id: 'a1', hourly_rate: 5, parking_zones: null }];
  server.handle('POST /rest/v1/rpc/my_duties', () =>
    Response.json([{ duty, zone_id: 'naco', zone_name: 'Naco', needs_factor: false }]),
  );
  server.handle('POST /rest/v1/rpc/stay_at_desk', () => Response.json(stay));
  server.handle('POST /rest/v1/rpc/wallet_at_desk', () => Response.json(0));
  server.handle('GET /rest/v1/rpc/latest_end', () => Response.json(null));
});

const names = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const dialog = () => within(screen.getByRole('dialog'));

test('an attendant sees plate, space and times, and neither driver nor money', async () => {
  Object.assign(stay, { user_name: null, user_email: null, total_amount: null, paid: undefined, driver: null });
  Object.assign(stay, { acts: ['mark_arrival', 'report_space'] });
  await renderScreen(PATH);
  expect(await screen.findByRole('heading', { name: /A-01.*A123456/ })).toBeVisible();
  expect(names()).toEqual(expect.arrayContaining(['Mark arrival', 'Report a problem']));
  for (const gone of ['Extend', 'Ticket', 'Move', 'Cancel reservation', 'Space status']) {
    expect(names()).not.toContain(gone);
  }
  expect(screen.queryByText('Ana Pérez')).toBeNull();
});

test('a cashier without a shift is led to it, and comes back', async () => {
  stay.has_shift = false;
  const desk = { shift: null as Row | null, waiting: [], zones: [{ id: 'naco', name: 'Naco' }], denominations: [1] };
  server.handle('POST /rest/v1/rpc/my_shift', () => Response.json(desk));
  server.handle('POST /rest/v1/rpc/open_shift', () => {
    stay.has_shift = true;
    return Response.json(null);
  });
  const { user } = await renderScreen(PATH);
  await user.click(await screen.findByRole('link', { name: 'Open your shift first' }));
  await expectPath('/staff/shift');
  await user.type(await screen.findByLabelText('Float'), '20');
  await user.click(screen.getByRole('button', { name: 'Open the shift' }));
  await expectPath(PATH);
  expect(await screen.findByRole('button', { name: 'Extend' })).toBeVisible();
});

test('an extension whose reply is lost stays as it was typed, and is repeated as it was', async () => {
  server.handle(EXTEND, () => Response.json({}, { status: 500 }));
  const repair = server.breakRequests(EXTEND);
  const { user } = await renderScreen(PATH);
  await user.click(await screen.findByRole('button', { name: 'Extend' }));
  await user.click(await screen.findByRole('radio', { name: /^Card terminal/ }));
  expect(dialog().queryByRole('radio', { name: /^Free/ })).toBeNull();
  await user.type(dialog().getByLabelText(/reference/i), 'AB-1234');
  await user.click(dialog().getByRole('button', { name: /^Charge/ }));
  expect(await dialog().findByRole('alert')).toBeVisible();
  expect(dialog().getByLabelText(/reference/i)).toHaveValue('AB-1234');
  repair();
  await user.click(dialog().getByRole('button', { name: /^Charge/ }));
  const [first, second] = server.received(EXTEND);
  expect(first?.body).toMatchObject({ paid_at_desk: '2.50', desk_method: 'terminal', desk_reference: 'AB-1234' });
  expect(second?.body).toEqual(first?.body);
});

test('a cashier takes what the wallet could pay in cash, by terminal or by transfer', async () => {
  server.handle('POST /rest/v1/rpc/wallet_at_desk', () => Response.json(100));
  const { user } = await renderScreen(PATH);
  await user.click(await screen.findByRole('button', { name: 'Extend' }));
  expect(await screen.findByRole('radio', { name: /^Cash.*\$2\.50/ })).toBeVisible();
  expect(dialog().getAllByRole('radio')).toHaveLength(3);
  stay.acts = [...CASHIER, 'give_back'];
  await user.click(dialog().getByRole('button', { name: 'Keep it as it is' }));
  await user.click(await screen.findByRole('button', { name: 'Extend' }));
  expect(await screen.findByRole('radio', { name: /^Wallet/ })).toBeChecked();
});

test('a car that came in by its plate has no driver with a name, and ends at the exit alone', async () => {
  const guest = { user_name: 'A123456', vehicle_name: 'A123456', is_open: true, total_amount: 0, paid: 0 };
  Object.assign(stay, { ...guest, end_time: new Date(Date.now() - 60_000).toISOString(), driver: null });
  await renderScreen(PATH);
  expect(await screen.findByText('No account')).toBeVisible();
  expect(screen.getAllByText('A123456')).toHaveLength(2);
  expect(names()).toEqual(expect.arrayContaining(['Take payment', 'Report a problem']));
  for (const gone of ['Extend', 'End now', 'Cancel reservation']) expect(names()).not.toContain(gone);
});

test('what is held is paid at the desk, a refusal says why, and the slip is sent to the driver', async () => {
  const PAY = 'POST /rest/v1/rpc/pay_at_desk';
  Object.assign(stay, { status: 'held', held_until: new Date(Date.now() + 60_000).toISOString(), paid: 0 });
  const repair = server.failRequests(PAY, 400, { code: '23514', hint: 'hold-is-over' });
  const { user } = await renderScreen(PATH);
  expect(names()).not.toContain('Payment slip');
  await user.click(await screen.findByRole('button', { name: 'Take payment' }));
  await user.type(await screen.findByRole('textbox', { name: 'Received, if there is change' }), '20');
  expect(dialog().queryByRole('radio', { name: 'Free' })).toBeNull();
  await user.click(dialog().getByRole('button', { name: 'Take payment' }));
  expect(await dialog().findByRole('alert')).toBeVisible();
  repair();
  server.handle(PAY, () => {
    Object.assign(stay, { status: 'active', held_until: null, paid: 10 });
    return Response.json({ ...stay, plate: 'A123456', amount: 10, is_open: false });
  });
  await user.click(dialog().getByRole('button', { name: 'Take payment' }));
  expect(await dialog().findByText('Change $10.00')).toBeVisible();
  const message =
    dialog()
      .getByRole('link', { name: /^WhatsApp/ })
      .getAttribute('href') ?? '';
  expect(message).toContain('https://wa.me/18095550123');
  expect(decodeURIComponent(message)).toMatch(/Plate A123456\nA-01, Naco\n.*\n.*\nTotal: \$10\.00\nCash/);
  const asked = { reservation: ID, method: 'cash', reference: '20', seen_amount: '10.00', reason: 'Paid at the desk' };
  expect(server.received(PAY).map(({ body }) => body)).toEqual([asked, asked]);
  await user.click(dialog().getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Payment slip' }));
  expect(dialog().getByText(/Total: \$10\.00$/)).toBeVisible();
});

test('a manager moves, cancels, sets the space, and raises its barrier with a reason', async () => {
  duty = 'manager';
  const OPEN = 'POST /functions/v1/open-space';
  Object.assign(stay, {
    acts: [...CASHIER, 'cancel', 'set_space', 'lower_barrier', 'raise_barrier'],
    device_id: 'KV-1',
    space: {
      id: 'a1',
      name: 'A-01',
      zone_id: 'naco',
      zone_name: 'Naco',
      location: null,
      hourly_rate: 5,
      status: 'reserved',
      last_activity: null,
      updated_at: '2026-03-10T00:00:00Z',
      override: null,
    },
  });
  server.handle(OPEN, () => Response.json({ outcome: 'closed' }));
  const { user } = await renderScreen(PATH);
  await screen.findByRole('button', { name: 'Move' });
  expect(names()).toEqual(expect.arrayContaining(['Space status', 'Cancel reservation', 'Extend']));
  await user.click(screen.getByRole('button', { name: 'Raise the barrier' }));
  const raise = () => dialog().getByRole('button', { name: 'Raise the barrier' });
  expect(raise()).toBeDisabled();
  await user.type(dialog().getByRole('textbox'), 'The car has left it');
  await user.click(raise());
  expect(await dialog().findByText('The barrier is up')).toBeVisible();
  expect(server.received(OPEN)).toMatchObject([
    { body: { reservation: ID, action: 'close', reason: 'The car has left it' } },
  ]);
});
