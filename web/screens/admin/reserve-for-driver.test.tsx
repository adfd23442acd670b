import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import '../../testing/fake-lock-vendor.ts';
import { openTab, press, selectOption } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { DRIVER } from '../../testing/people.ts';
import { findToast, passTime } from '../../testing/render-screen.tsx';
import { createAdminReservation, createSpace, ZONE } from '../../testing/rows.ts';

// An operator reserves for a driver, without sample data unless a test says so.

const FIND = 'POST /rest/v1/rpc/find_drivers';
const RESERVE = 'POST /rest/v1/rpc/reserve_for_driver';
const HOUR_MS = 3_600_000;

const ANA = {
  user_id: DRIVER.id,
  full_name: 'Ana Pérez',
  email: DRIVER.email,
  status: 'active',
  is_confirmed: true,
  vehicles: [
    { id: 'yaris', name: 'Yaris', plate: 'A123456', type: 'sedan' },
    { id: 'civic', name: 'Civic', plate: 'B777777', type: 'sedan' },
  ],
  has_unverified_phone: false,
};

let user: Awaited<ReturnType<typeof openTab>>['user'];
beforeEach(() => {
  server.config.samples = false;
  server.tables.admin_reservations = [];
  server.tables.parking_zones = [ZONE];
  server.tables.parking_spaces = [createSpace(1), createSpace(2)];
  setBalance(100);
  server.handle(FIND, () => Response.json([ANA]));
  server.handle(RESERVE, () => Response.json({ id: 'new', total_amount: 15 }));
});

const setBalance = (balance: number) => {
  for (const row of server.rows('profiles')) row.wallet_balance = balance;
};
function take(number: number): void {
  const { id } = createSpace(number);
  server.rows('space_occupancy').push({
    parking_space_id: id,
    start_time: new Date(Date.now() - HOUR_MS).toISOString(),
    end_time: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
    status: 'active',
  });
  const space = server.rows('parking_spaces').find((row) => row.id === id);
  Object.assign(space ?? {}, { status: 'reserved' });
}

const dialog = () => screen.findByRole('dialog', { name: 'Reserve for a driver' });
const readBodies = () => server.received(RESERVE).map(({ body }) => body as Row);

async function open() {
  ({ user } = await openTab('reservations'));
  await user.click(await screen.findByRole('button', { name: 'Reserve for a driver' }));
  return dialog();
}

async function chooseDriver(form: HTMLElement) {
  await user.type(within(form).getByLabelText('Driver'), 'ana');
  await passTime(250);
  await user.click(await screen.findByRole('option', { name: /^Ana Pérez/ }));
  await waitFor(() => expect(within(form).getByLabelText('Driver')).toHaveValue('Ana Pérez'));
}

async function choosePlace(form: HTMLElement, space = 'A-01') {
  await within(form).findByRole('option', { name: ZONE.name });
  selectOption(within(form).getByLabelText('Zone'), ZONE.name);
  await passTime(450);
  await within(form).findByRole('option', { name: space });
  selectOption(within(form).getByLabelText('Space'), space);
}

async function fill(form: HTMLElement) {
  await chooseDriver(form);
  await choosePlace(form);
  await within(form).findByText('$15.00');
}

test('any free space of the zone is reserved, all of it paid in cash, and the reservation is shown', async () => {
  take(1);
  const form = await open();
  await chooseDriver(form);
  await choosePlace(form, 'Any free space');
  fireEvent.click(await within(form).findByLabelText(/^Cash.*The driver paid \$15\.00 at the desk/));
  server.handle(RESERVE, ({ body }) => {
    const id = (body as Row).id as string;
    server.rows('admin_reservations').push(createAdminReservation({ id }));
    return Response.json({ id });
  });
  press(form, 'Charge $15.00 and reserve');
  expect(await screen.findByRole('dialog', { name: 'Reservation' })).toBeVisible();
  expect(readBodies()).toMatchObject([{ parking_space_id: createSpace(2).id, paid_at_desk: '15.00' }]);
});

test('the desk gives the tax number of whoever wants one, where fiscal documents are issued', async () => {
  server.handle('POST /rest/v1/rpc/fiscal_buyer_limit', () => Response.json(250_000));
  const form = await open();
  await fill(form);
  fireEvent.click(await within(form).findByLabelText(/^Wallet/));
  const number = await within(form).findByLabelText('RNC or cédula');
  await user.type(number, '12');
  press(form, /^Reserve$|^Charge .* and reserve$/);
  expect(await within(form).findByText(/^Enter an RNC of 9 digits/)).toBeVisible();
  await user.clear(number);
  await user.type(number, '132000005');
  await user.type(within(form).getByLabelText('Name or company'), 'Sol SRL');
  press(form, /^Reserve$|^Charge .* and reserve$/);
  await findToast('Reserved for Ana Pérez');
  expect(readBodies()).toMatchObject([{ buyer_tax_number: '132000005', buyer_name: 'Sol SRL' }]);
});

test('the desk has to give a tax number for what costs more than DGII’s limit', async () => {
  server.handle('POST /rest/v1/rpc/fiscal_buyer_limit', () => Response.json(1));
  const form = await open();
  await fill(form);
  fireEvent.click(await within(form).findByLabelText(/^Wallet/));
  await within(form).findByLabelText('RNC or cédula');
  press(form, /^Reserve$|^Charge .* and reserve$/);
  expect(await within(form).findByText(/^Enter an RNC of 9 digits/)).toBeVisible();
  expect(readBodies()).toEqual([]);
});

test('any free space is one whose lock reports no alarm', async () => {
  server.tables.parking_spaces = [
    { ...createSpace(1), kavass_device_id: 'KV-0009' },
    { ...createSpace(2), kavass_device_id: 'KV-0001' },
  ];
  const form = await open();
  await chooseDriver(form);
  await choosePlace(form, 'Any free space');
  await within(form).findByRole('option', { name: 'A-01 (barrier alarm)' });
  fireEvent.click(await within(form).findByLabelText(/^Wallet/));
  press(form, /^Reserve$|^Charge .* and reserve$/);
  await findToast('Reserved for Ana Pérez');
  expect(readBodies()).toMatchObject([{ parking_space_id: createSpace(2).id }]);
});

test('a space that is taken by another operator meanwhile keeps what was typed and says what is free', async () => {
  const form = await open();
  await fill(form);
  server.handle(RESERVE, () => {
    take(1);
    return Response.json({ code: '23514', hint: 'space-taken', message: 'space-taken' }, { status: 400 });
  });
  press(form, /^Reserve$|^Charge .* and reserve$/);
  expect(await within(form).findByText('Parking space is not available during the selected time')).toBeVisible();
  expect(await within(form).findByText('Taken for part of this time')).toBeVisible();
  expect(within(form).getByLabelText('Driver')).toHaveValue('Ana Pérez');
  fireEvent.click(await within(form).findByRole('button', { name: /A-02/ }));
  await within(form).findByText('Free at this time');
  server.handle(RESERVE, () => Response.json({ id: 'new' }));
  press(form, /^Reserve$|^Charge .* and reserve$/);
  await findToast('Reserved for Ana Pérez');
  const [first, second] = readBodies();
  expect(second?.parking_space_id).toBe(createSpace(2).id);
  expect(second?.id).not.toBe(first?.id);
});

test('a wallet that is too low says what is missing, and takes what the driver paid at the desk', async () => {
  setBalance(4);
  const form = await open();
  await fill(form);
  expect(await within(form).findByText("The driver's wallet has $4.00: $11.00 is missing.")).toBeVisible();
  expect(within(form).queryByLabelText(/^Wallet/)).toBeNull();
  press(form, /^Reserve$|^Charge .* and reserve$/);
  expect(await within(form).findByText('Choose how it is paid.')).toBeVisible();
  expect(readBodies()).toEqual([]);
  fireEvent.click(within(form).getByLabelText(/^Cash.*The driver paid \$11\.00 at the desk/));
  press(form, /^Reserve$|^Charge .* and reserve$/);
  await findToast('Reserved for Ana Pérez');
  expect(readBodies()).toMatchObject([{ seen_amount: 15, paid_at_desk: '11.00', reason: 'Paid at the desk' }]);
});

test('a link to pay by card is sent where the operator takes cards', async () => {
  server.handle('GET /functions/v1/payments/methods', () => Response.json({ methods: ['card'] }));
  const form = await open();
  await fill(form);
  fireEvent.click(await within(form).findByLabelText(/^Link to pay by card/));
  press(form, /^Reserve$|^Charge .* and reserve$/);
  await findToast('Held for an hour for Ana Pérez, who gets the link to pay');
  expect(readBodies()).toMatchObject([{ payment: 'card' }]);
});

test('without a confirmed address there is no link, and an unverified phone is marked; free of charge needs neither', async () => {
  server.handle('GET /functions/v1/payments/methods', () => Response.json({ methods: ['card'] }));
  server.handle(FIND, () => Response.json([{ ...ANA, is_confirmed: false, has_unverified_phone: true }]));
  const form = await open();
  await fill(form);
  expect(within(form).getByText('Phone not verified')).toBeVisible();
  fireEvent.click(await within(form).findByLabelText(/^Free/));
  expect(within(form).queryByLabelText(/^Link to pay by card/)).toBeNull();
  press(form, /^Reserve$|^Charge .* and reserve$/);
  expect(await within(form).findByText(/^Enter a reason of ten letters/)).toBeVisible();
  expect(readBodies()).toEqual([]);
  await user.type(within(form).getByLabelText(/^Why, where the driver gets/), 'The barrier was stuck');
  press(form, /^Reserve$|^Charge .* and reserve$/);
  await findToast('Reserved for Ana Pérez');
  expect(readBodies()).toMatchObject([{ payment: 'free', reason: 'The barrier was stuck' }]);
});

test('a driver without an account is added by name, phone and plate, and then reserved for', async () => {
  const ADD = 'POST /rest/v1/rpc/add_guest_driver';
  server.handle(ADD, () => Response.json({ ...ANA, full_name: 'Altagracia', email: '', is_confirmed: false }));
  const form = await open();
  press(form, 'Driver without an account');
  press(form, 'Reserve');
  expect(await within(form).findByText('Choose the driver.')).toBeVisible();
  expect(within(form).getByRole('button', { name: 'Use this driver' })).toHaveFocus();
  await user.type(within(form).getByLabelText('Full name'), 'Altagracia');
  await user.type(within(form).getByLabelText('Phone'), '555');
  await user.type(within(form).getByLabelText('Plate'), 'b-777 777');
  press(form, 'Use this driver');
  expect(await within(form).findByText(/^Enter 10 digits/)).toBeVisible();
  expect(server.received(ADD)).toEqual([]);
  await user.clear(within(form).getByLabelText('Phone'));
  await user.type(within(form).getByLabelText('Phone'), '809 555 0177{Enter}');
  expect(await within(form).findByText('No account')).toBeVisible();
  const body = { name: 'Altagracia', phone: '+18095550177', plate: 'B777777', vehicle_type: 'sedan' };
  expect(server.received(ADD)).toMatchObject([{ body }]);
  expect(within(form).getByLabelText('Vehicle')).toHaveDisplayValue('Civic, B777777');
});

test('after a lost response the form stays as it was sent, and the next try is the same reservation', async () => {
  setBalance(4);
  const form = await open();
  await fill(form);
  fireEvent.click(await within(form).findByLabelText(/^Cash.*The driver paid \$11\.00 at the desk/));
  // The reservation is made, and paid from the wallet and at the desk.
  server.handle(RESERVE, () => {
    setBalance(0);
    take(1);
    throw new TypeError('Failed to fetch');
  });
  press(form, /^Reserve$|^Charge .* and reserve$/);
  await within(form).findByText('The connection was lost. Try again: nothing will be done twice.');
  await passTime(31_000);
  expect(within(form).getByText("The driver's wallet has $4.00: $11.00 is missing.")).toBeVisible();
  expect(within(form).getByText('Free at this time')).toBeVisible();
  expect(within(form).getByLabelText('Driver')).toBeDisabled();
  expect(within(form).getByLabelText('Space')).toBeDisabled();
  expect(within(form).queryByRole('button', { name: /^(Reserve|Cancel)$/ })).toBeNull();
  server.handle(RESERVE, () => Response.json({ id: 'new' }));
  press(form, 'Try again');
  await findToast('Reserved for Ana Pérez');
  const [first, second] = readBodies();
  expect(first).toMatchObject({ seen_amount: 15, paid_at_desk: '11.00' });
  expect(second).toEqual(first);
});
