import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTab, selectOption } from '../../testing/back-office.ts';
import { server, setOnline } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { DRIVER } from '../../testing/people.ts';
import { findToast, passTime } from '../../testing/render-screen.tsx';
import { createSpace, ZONE } from '../../testing/rows.ts';

// An operator reserves for a driver, without sample data unless a test says so.

const FIND = 'POST /rest/v1/rpc/find_drivers';
const RESERVE = 'POST /rest/v1/rpc/reserve_for_driver';
const HOUR_MS = 3_600_000;

const YARIS = { id: 'yaris', name: 'Yaris', plate: 'A123456', type: 'sedan' };
const CIVIC = { id: 'civic', name: 'Civic', plate: 'B777777', type: 'sedan' };

const createDriver = (fields: Row = {}): Row => ({
  user_id: DRIVER.id,
  full_name: 'Ana Pérez',
  email: DRIVER.email,
  status: 'active',
  is_confirmed: true,
  vehicles: [YARIS, CIVIC],
  ...fields,
});

let user: Awaited<ReturnType<typeof openTab>>['user'];
let drivers: Row[];
beforeEach(() => {
  server.config.samples = false;
  server.tables.admin_reservations = [];
  server.tables.parking_zones = [ZONE];
  server.tables.parking_spaces = [createSpace(1), createSpace(2)];
  drivers = [createDriver()];
  setBalance(100);
  server.handle(FIND, () => Response.json(drivers));
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
const press = (inside: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(inside).getByRole('button', { name }));
const readBodies = () => server.received(RESERVE).map(({ body }) => body as Row);

async function open(search = '') {
  ({ user } = await openTab('reservations', search));
  await user.click(await screen.findByRole('button', { name: 'Reserve for a driver' }));
  return { form: await dialog() };
}

async function search(form: HTMLElement, words: string): Promise<HTMLElement> {
  const field = within(form).getByLabelText('Driver');
  await user.clear(field);
  await user.type(field, words);
  await passTime(250);
  return field;
}

async function chooseDriver(form: HTMLElement, words = 'ana') {
  await search(form, words);
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

async function fill(form: HTMLElement, words?: string) {
  await chooseDriver(form, words);
  await choosePlace(form);
  await within(form).findByText('$15.00');
}

test('an operator finds a driver by plate and reserves a free space, paid from the wallet', async () => {
  const { form } = await open();
  await chooseDriver(form, 'b 777-777');
  expect(server.received(FIND).map(({ body }) => body)).toEqual([{ words: 'b 777-777' }]);
  expect(within(form).getByText('A123456, B777777')).toBeVisible();
  expect(within(form).getByLabelText('Vehicle')).toHaveDisplayValue('Civic, B777777');
  await choosePlace(form);
  expect(await within(form).findByText('Free at this time')).toBeVisible();
  expect(await within(form).findByText("From the driver's wallet: $100.00 now, $85.00 afterwards.")).toBeVisible();
  press(form, 'Reserve');
  await findToast('Reserved for Ana Pérez');
  expect(readBodies()).toEqual([
    {
      id: expect.any(String),
      driver: DRIVER.id,
      parking_space_id: createSpace(1).id,
      start_time: expect.any(String),
      hours: 3,
      vehicle_id: 'civic',
      seen_amount: 15,
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the form begins with the zone of the list, and the time is now', async () => {
  const { form } = await open(`&zone=${ZONE.id}`);
  await waitFor(() => expect(within(form).getByLabelText('Zone')).toHaveDisplayValue(ZONE.name));
});

test('keys choose a driver: arrows, Enter; whoever types on looks for another', async () => {
  drivers = [createDriver({ user_id: 'beto', full_name: 'Beto', vehicles: [] }), createDriver()];
  const { form } = await open();
  const field = await search(form, 'an');
  await screen.findByRole('option', { name: /^Beto/ });
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(field).toHaveValue('Ana Pérez'));
  await user.type(field, '{Backspace}');
  await waitFor(() => expect(within(form).queryByLabelText('Vehicle')).toBeNull());
  await passTime(250);
  expect(await screen.findByRole('option', { name: /^Beto/ })).toBeVisible();
});

test('who is suspended is listed and cannot be chosen; who is unconfirmed says so', async () => {
  drivers = [
    createDriver({ user_id: 'simon', full_name: 'Simón', status: 'suspended' }),
    createDriver({ is_confirmed: false, vehicles: [] }),
  ];
  const { form } = await open();
  await search(form, 'a1');
  const suspended = await screen.findByRole('option', { name: /^Simón.*Suspended$/ });
  expect(suspended).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(suspended);
  expect(within(form).queryByLabelText('Vehicle')).toBeNull();
  await user.click(screen.getByRole('option', { name: /^Ana Pérez.*No vehicle.*Unconfirmed$/ }));
  expect(await within(form).findByLabelText('Vehicle')).toHaveDisplayValue('Without a vehicle');
});

test('a single letter finds nobody, and a search without a hit says so', async () => {
  drivers = [];
  const { form } = await open();
  await search(form, 'a');
  expect(await screen.findByText('Type at least two characters')).toBeVisible();
  expect(server.received(FIND)).toEqual([]);
  await search(form, 'nobody');
  expect(await screen.findByText('No driver found')).toBeVisible();
});

test('without a driver and a space nothing is reserved', async () => {
  const { form } = await open();
  press(form, 'Reserve');
  expect(await within(form).findByText('Choose the driver.')).toBeVisible();
  expect(within(form).getByText('Choose a space.')).toBeVisible();
  expect(within(form).getByRole('combobox', { name: 'Driver' })).toHaveFocus();
  expect(readBodies()).toEqual([]);
});

describe('a space that is taken', () => {
  test('stands below the free ones, and what is free is offered', async () => {
    take(1);
    const { form } = await open();
    await choosePlace(form, 'A-01 (taken)');
    const options = within(within(form).getByLabelText('Space')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Choose a space', 'A-02', 'A-01 (taken)']);
    expect(await within(form).findByText('Taken for part of this time')).toBeVisible();
    fireEvent.click(await within(form).findByRole('button', { name: /A-02/ }));
    expect(await within(form).findByText('Free at this time')).toBeVisible();
  });

  test('by another operator meanwhile keeps what was typed and says what is free', async () => {
    const { form } = await open();
    await fill(form);
    server.handle(RESERVE, () => {
      take(1);
      return Response.json({ code: '23514', hint: 'space-taken', message: 'space-taken' }, { status: 400 });
    });
    press(form, 'Reserve');
    expect(await within(form).findByText('Parking space is not available during the selected time')).toBeVisible();
    expect(await within(form).findByText('Taken for part of this time')).toBeVisible();
    expect(within(form).getByLabelText('Driver')).toHaveValue('Ana Pérez');
    fireEvent.click(await within(form).findByRole('button', { name: /A-02/ }));
    await within(form).findByText('Free at this time');
    server.handle(RESERVE, () => Response.json({ id: 'new' }));
    press(form, 'Reserve');
    await findToast('Reserved for Ana Pérez');
    const [first, second] = readBodies();
    expect(second?.parking_space_id).toBe(createSpace(2).id);
    expect(second?.id).not.toBe(first?.id);
  });
});

describe('a wallet that is too low', () => {
  test('says what is missing, and takes what the driver paid at the desk', async () => {
    setBalance(4);
    const { form } = await open();
    await fill(form);
    expect(await within(form).findByText("The driver's wallet has $4.00: $11.00 is missing.")).toBeVisible();
    press(form, 'Reserve');
    expect(await within(form).findByText('Take the money first, or choose a shorter stay.')).toBeVisible();
    expect(readBodies()).toEqual([]);
    fireEvent.click(within(form).getByLabelText('The driver paid $11.00 at the desk'));
    press(form, 'Reserve');
    await findToast('Reserved for Ana Pérez');
    expect(readBodies()).toMatchObject([{ seen_amount: 15, paid_at_desk: '11.00', paid_reason: 'Paid at the desk' }]);
  });

  test('another amount has to be paid again', async () => {
    setBalance(4);
    const { form } = await open();
    await fill(form);
    fireEvent.click(await within(form).findByLabelText('The driver paid $11.00 at the desk'));
    press(form, '+1h, add 1 hour');
    expect(await within(form).findByLabelText('The driver paid $16.00 at the desk')).not.toBeChecked();
  });

  test('a driver who spends meanwhile is told of, with the new amount', async () => {
    const { form } = await open();
    await fill(form);
    await within(form).findByText(/wallet: \$100\.00 now/);
    server.handle(RESERVE, () => {
      setBalance(9);
      return Response.json(
        { code: '23514', hint: 'wallet-too-low', details: '6.00', message: 'wallet-too-low' },
        { status: 400 },
      );
    });
    press(form, 'Reserve');
    expect(await within(form).findByText("The driver's wallet is $6.00 short. Check what was paid.")).toBeVisible();
    expect(await within(form).findByLabelText('The driver paid $6.00 at the desk')).not.toBeChecked();
  });

  test('is no matter where drivers do not pay here', async () => {
    setBalance(0);
    Object.assign(server.rows('installation_settings')[0] ?? {}, { charges_drivers: false });
    const { form } = await open();
    await fill(form);
    press(form, 'Reserve');
    await findToast('Reserved for Ana Pérez');
    expect(within(document.body).queryByText(/is missing/)).toBeNull();
  });
});

describe('after a lost response', () => {
  const LOST = 'The connection was lost. Try again: nothing will be done twice.';
  // The reservation is made, and paid from the wallet and at the desk.
  const loseResponse = () => {
    setBalance(0);
    take(1);
    throw new TypeError('Failed to fetch');
  };
  async function reserveWithLostResponse() {
    setBalance(4);
    const { form } = await open();
    await fill(form);
    fireEvent.click(await within(form).findByLabelText('The driver paid $11.00 at the desk'));
    server.handle(RESERVE, loseResponse);
    press(form, 'Reserve');
    await within(form).findByText(LOST);
    return { form };
  }
  const expectFrozen = (form: HTMLElement) => {
    expect(within(form).getByText("The driver's wallet has $4.00: $11.00 is missing.")).toBeVisible();
    expect(within(form).getByText('Free at this time')).toBeVisible();
    expect(within(form).getByLabelText('Driver')).toBeDisabled();
    expect(within(form).getByLabelText('Space')).toBeDisabled();
    expect(within(form).queryByRole('button', { name: 'Reserve' })).toBeNull();
    expect(within(form).queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(within(form).getByRole('button', { name: 'Try again' })).toBeEnabled();
  };

  test('the form stays as it was sent, and the next try is the same reservation', async () => {
    const { form } = await reserveWithLostResponse();
    await passTime(31_000);
    expectFrozen(form);
    server.handle(RESERVE, () => Response.json({ id: 'new' }));
    press(form, 'Try again');
    await findToast('Reserved for Ana Pérez');
    const [first, second] = readBodies();
    expect(first).toMatchObject({ seen_amount: 15, paid_at_desk: '11.00' });
    expect(second).toEqual(first);
  });

  test('a try without a network changes nothing', async () => {
    const { form } = await reserveWithLostResponse();
    setOnline(false);
    press(form, 'Try again');
    await waitFor(() => expect(within(form).queryByText(LOST)).toBeNull());
    expectFrozen(form);
    setOnline(true);
  });

  test('a rejected try opens the form again, with what is true now', async () => {
    const { form } = await reserveWithLostResponse();
    server.failRequests(RESERVE, 400, { code: '23514', hint: 'space-taken' });
    press(form, 'Try again');
    expect(await within(form).findByText('Taken for part of this time')).toBeVisible();
    expect(await within(form).findByText("The driver's wallet has $0.00: $15.00 is missing.")).toBeVisible();
    expect(within(form).getByRole('button', { name: 'Reserve' })).toBeEnabled();
    expect(within(form).getByLabelText('Driver')).toHaveValue('Ana Pérez');
  });
});

describe('a wallet that is not there yet', () => {
  const BALANCE = 'GET /rest/v1/profiles';

  test('holds the reservation back until the operator sees it', async () => {
    const { form } = await open();
    const release = server.holdRequests(BALANCE);
    await fill(form);
    expect(within(form).getByRole('button', { name: 'Reserve' })).toBeDisabled();
    release();
    expect(await within(form).findByText(/wallet: \$100\.00 now/)).toBeVisible();
    expect(within(form).getByRole('button', { name: 'Reserve' })).toBeEnabled();
  });

  test('and fails to load can be loaded again', async () => {
    const { form } = await open();
    const recover = server.failRequests(BALANCE, 400, { code: 'X' });
    await fill(form);
    const again = await within(form).findByRole('button', { name: 'Try again' });
    expect(within(form).getByRole('button', { name: 'Reserve' })).toBeDisabled();
    recover();
    fireEvent.click(again);
    expect(await within(form).findByText(/wallet: \$100\.00 now/)).toBeVisible();
    press(form, 'Reserve');
    await findToast('Reserved for Ana Pérez');
  });

  test('is not awaited where drivers do not pay here', async () => {
    Object.assign(server.rows('installation_settings')[0] ?? {}, { charges_drivers: false });
    const { form } = await open();
    server.failRequests(BALANCE, 400, { code: 'X' });
    await fill(form);
    press(form, 'Reserve');
    await findToast('Reserved for Ana Pérez');
  });
});

test('offline nothing is reserved and what was typed stays', async () => {
  const { form } = await open();
  await fill(form);
  setOnline(false);
  press(form, 'Reserve');
  expect(await within(form).findByRole('alert')).toBeVisible();
  expect(readBodies()).toEqual([]);
  expect(within(form).getByLabelText('Driver')).toHaveValue('Ana Pérez');
  setOnline(true);
});

test.each([
  ['driver-suspended', 'This driver is suspended. Nobody can reserve for them.'],
  ['too-many-upcoming-reservations', 'This driver has as many upcoming reservations as a driver can have.'],
  ['vehicle-not-found', 'The driver has removed this vehicle. Choose another one.'],
  ['price-changed', 'The price has changed. Check the new total and confirm again.'],
])('the operator reads why: %s', async (hint, said) => {
  server.failRequests(RESERVE, 400, { code: '23514', hint });
  const { form } = await open();
  await fill(form);
  press(form, 'Reserve');
  expect(await within(form).findByText(said)).toBeVisible();
});

test('an operator reserves for longer than drivers may', async () => {
  Object.assign(server.rows('installation_settings')[0] ?? {}, { max_reservation_hours: 4 });
  const { form } = await open();
  await fill(form);
  press(form, '+3h, add 3 hours');
  await within(form).findByText('$30.00');
  press(form, 'Reserve');
  await findToast('Reserved for Ana Pérez');
  expect(readBodies()).toMatchObject([{ hours: 6, seen_amount: 30 }]);
});

test('with sample data there are no vehicles and no wallets to choose', async () => {
  server.config.samples = true;
  const { form } = await open();
  await fill(form);
  expect(within(form).queryByLabelText('Vehicle')).toBeNull();
  expect(within(form).queryByText(/wallet/)).toBeNull();
  press(form, 'Reserve');
  await findToast('Reserved for Ana Pérez');
  expect(readBodies()).toMatchObject([{ vehicle_id: null, seen_amount: 15 }]);
});
