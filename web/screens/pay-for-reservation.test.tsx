import { screen, waitFor, within } from '@testing-library/react';
import { addHours } from 'date-fns/addHours';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addPayment,
  capture,
  PAYMENT_PAGE,
  servePayments,
  setBalance,
  watchLeaving,
} from '../testing/fake-payments.ts';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { DRIVER } from '../testing/people.ts';
import { expectPath, fakeClock, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const SPACE = createSpace();
const RESERVE = `/reserve/${SPACE.id}`;

const confirm = () => screen.findByRole('button', { name: 'CONFIRM RESERVATION' });
const choose = (name: RegExp | string) => screen.findByRole('radio', { name });

beforeEach(() => {
  servePayments({ balance: 100 });
  keepVehicles(createVehicle('Toyota Yaris', 'A987654'));
  server.rows('parking_zones').push(ZONE);
  server.rows('parking_spaces').push({ ...SPACE });
});

describe('on the form', () => {
  test('a driver whose wallet is too low reads by how much, tops up, and finds the reservation again', async () => {
    const left = watchLeaving();
    setBalance(3);
    const { user, reload } = await renderScreen(RESERVE);
    // A card pays, unless the driver wants the wallet to.
    await waitFor(async () => expect(await choose(/^Card/)).toBeChecked());
    await user.click(await choose(/^Wallet/));
    expect(await screen.findByText('$12.00 short')).toBeVisible();
    await user.click(await confirm());
    expect(await screen.findByText('Your wallet is $12.00 short.')).toBeVisible();

    await user.click(screen.getByRole('button', { name: '+1h, add 1 hour' }));
    await user.click(await screen.findByRole('button', { name: 'Top up' }));
    await user.click(await screen.findByRole('button', { name: 'Top up $17.00' }));
    await waitFor(() => expect(left.form()).toMatchObject({ action: PAYMENT_PAGE }));
    const [payment] = server.rows('payments');
    expect(payment).toMatchObject({ purpose: 'top_up', amount: 17 });

    capture(payment ?? {});
    setBalance(20);
    await reload();
    expect(await screen.findByText('Wallet topped up')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go on with your reservation' }));
    await expectPath(RESERVE);
    expect(await screen.findByLabelText('Duration (hours)')).toHaveValue('4');
    await user.click(await confirm());
    await expectPath('/directions');
  });

  test('a driver asks for a receipt with an RNC, which reserves nothing yet; a wrong number keeps what was typed', async () => {
    server.handle('POST /rest/v1/rpc/fiscal_buyer_limit', () => Response.json(1));
    const buyers: unknown[] = [];
    server.handle('GET /rest/v1/fiscal_buyers', () => Response.json(buyers));
    server.handle('POST /rest/v1/fiscal_buyers', ({ body }) => {
      buyers.push(body);
      return new Response(null, { status: 201 });
    });
    const { user } = await renderScreen(RESERVE);
    // What costs more needs a buyer, which the form says before anybody books.
    expect(await screen.findByText(/From RD\$250,000.00 it is required/)).toBeVisible();
    await user.click(await screen.findByRole('switch', { name: 'Receipt with tax credit (RNC)' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('RNC or cédula'), '1-32-0000');
    await user.type(dialog.getByLabelText('Name or company'), 'Cliente SRL{Enter}');
    expect(await dialog.findByText('Enter an RNC of 9 digits or a cédula of 11')).toBeVisible();
    await user.type(dialog.getByLabelText('RNC or cédula'), '0-4');
    expect(dialog.getByText(/its last digit is unusual/)).toBeVisible();
    await user.type(dialog.getByLabelText('RNC or cédula'), '{Backspace}5{Enter}');
    expect(await screen.findByText('In the name of Cliente SRL, RNC 1-32-00000-5.')).toBeVisible();
    expect(screen.queryByText(/it is required/)).toBeNull();
    expect(server.received('POST /rest/v1/fiscal_buyers')[0]?.body).toMatchObject({
      tax_number: '132000005',
      name: 'Cliente SRL',
      is_wanted: true,
    });
    expect(server.received('POST /rest/v1/reservations')).toEqual([]);
  });

  test('a driver pays with a saved card, or on the page of PayPal', async () => {
    const card = { id: crypto.randomUUID(), brand: 'Visa', last4: '1732', expires: '209912' };
    server
      .rows('saved_cards')
      .push(
        { ...card, user_id: DRIVER.id },
        { ...card, id: crypto.randomUUID(), user_id: DRIVER.id, last4: '0001', expires: '202001' },
      );
    const left = watchLeaving();
    const { user, open } = await renderScreen(RESERVE);
    await user.click(await choose(/^Visa ···· 1732 ?Expires 12\/99/));
    expect(screen.queryByRole('radio', { name: /0001/ })).toBeNull();
    expect(screen.getByRole('radio', { name: /^Another card/ })).not.toBeChecked();
    await user.click(await confirm());
    await waitFor(() =>
      expect(server.received('POST /functions/v1/payments')[0]?.body).toMatchObject({ card: card.id }),
    );

    server.rows('reservations').length = 0;
    await open(RESERVE);
    await user.click(await choose(/^PayPal/));
    await user.click(await confirm());
    await waitFor(() => expect(left.link()).toBe('https://paypal.test/approve?token=1'));
  });

  test('a payment whose response was lost is tried again as the same one', async () => {
    const left = watchLeaving();
    const restore = server.breakRequests('POST /functions/v1/payments');
    const { user } = await renderScreen(RESERVE);
    await user.click(await choose(/^PayPal/));
    await user.click(await confirm());
    expect(await screen.findByText('The payment could not be started. Try again.')).toBeVisible();
    restore();
    server.rows('space_occupancy').push({ ...server.rows('reservations')[0] });
    await user.click(await confirm());
    await waitFor(() => expect(left.link()).not.toBeNull());
    expect(server.rows('reservations')).toHaveLength(1);
    const ids = server.received('POST /functions/v1/payments').map(({ body }) => (body as { id: string }).id);
    expect(new Set(ids).size).toBe(1);
  });

  test.each([{ status: 'lapsed' }, { held_until: '2026-01-01T00:00:00Z' }])(
    'a payment that is tried again after its hold was over (%j) is a new one',
    async (fields) => {
      const left = watchLeaving();
      const restore = server.breakRequests('POST /functions/v1/payments');
      const { user } = await renderScreen(RESERVE);
      await user.click(await choose(/^PayPal/));
      await user.click(await confirm());
      expect(await screen.findByText('The payment could not be started. Try again.')).toBeVisible();
      restore();
      Object.assign(server.rows('reservations')[0] ?? {}, fields);
      await user.click(await confirm());
      await waitFor(() => expect(left.link()).not.toBeNull());
      const [lapsed, held] = server.rows('reservations');
      expect(held).toMatchObject({ status: 'held' });
      expect(held?.id).not.toBe(lapsed?.id);
      expect(server.rows('payments')).toMatchObject([{ reservation_id: held?.id }]);
    },
  );

  test('a driver reads before paying that the space is theirs, or that the vehicle has another one', async () => {
    const mine = createReservation({ startsInHours: 1, hours: 2, space: SPACE });
    server.rows('reservations').push(mine);
    const { open } = await renderScreen(RESERVE);
    expect(await screen.findByRole('link', { name: /^You have this space already: / })).toBeVisible();
    expect(screen.queryByText('Taken for part of this time')).toBeNull();
    expect(await confirm()).toBeDisabled();
    const [vehicle] = server.rows('vehicles');
    Object.assign(mine, { parking_space_id: createSpace(7).id, vehicle_id: vehicle?.id, vehicle_name: 'Toyota Yaris' });
    Object.assign(mine, { vehicle_plate: 'A987654', vehicle_type: 'sedan' });
    await open(RESERVE);
    expect(await screen.findByRole('link', { name: /^This vehicle has .* already: / })).toBeVisible();
    expect(await confirm()).toBeDisabled();
  });

  test('a price that has changed is shown before it is charged', async () => {
    const { user } = await renderScreen(RESERVE);
    await confirm();
    Object.assign(server.rows('parking_spaces')[0] ?? {}, { hourly_rate: 7 });
    const respond = server.failRequests('POST /rest/v1/reservations', 400, { code: '23514', hint: 'price-changed' });
    await user.click(await confirm());
    expect(await screen.findByText('$21.00')).toBeVisible();
    respond();
    await user.click(await confirm());
    await expectPath('/directions');
    expect(server.rows('reservations')).toMatchObject([{ total_amount: 21 }]);
  });
});

describe('on the page of the payment', () => {
  const hold = () => {
    const reservation: Row = {
      ...createReservation({ startsInHours: 2, hours: 3, status: 'held' }),
      payment_method: 'card',
    };
    const row: Row = { ...reservation, held_until: addHours(new Date(), 1 / 6).toISOString() };
    server.rows('reservations').push(row);
    return addPayment({ purpose: 'reservation', reservation_id: row.id, amount: 15 });
  };

  test.each([
    [true, 'Your payment arrived'],
    [false, 'Your payment is on its way'],
  ])('another browser than the driver’s says whether it arrived (%s), and where to see it', async (arrived, title) => {
    server.handle('POST /rest/v1/rpc/has_arrived', () => Response.json(arrived));
    await renderScreen(`/payment/${crypto.randomUUID()}`, { as: null });
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(/in the browser where you began, or log in here/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log In' })).toBeVisible();
  });

  test('a driver sees how long the space is held, and the confirmation as soon as it comes', async () => {
    fakeClock();
    const payment = hold();
    await renderScreen(`/payment/${payment.id}`);
    expect(await screen.findByText(/The space is yours to pay for (9:5\d|10:00)/)).toBeVisible();
    await waitFor(() => expect(server.received(`POST /functions/v1/payments/${payment.id}/check`)).toHaveLength(1));
    await passTime(61_000);
    expect(screen.getByText(/This page and your wallet show it as soon as it does/)).toBeVisible();
    capture(payment);
    await passTime(2000);
    expect(await screen.findByText('Reservation confirmed!')).toBeVisible();
    expect(server.received(`POST /functions/v1/payments/${payment.id}/check`)).toHaveLength(1);
  });
});
