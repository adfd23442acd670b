import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { addMinutes } from 'date-fns/addMinutes';
import { beforeEach, describe, expect, test } from 'vitest';
import { serveChanges } from '../testing/fake-changes.ts';
import { addPayment, servePayments, setBalance, watchLeaving } from '../testing/fake-payments.ts';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { keepVehicles } from '../testing/fake-vehicles.ts';
import { findToast, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

beforeEach(() => {
  servePayments({ balance: 100 });
  keepVehicles();
  server.rows('parking_zones').push(ZONE);
  server.rows('parking_spaces').push(createSpace());
});

const addReservation = (fields: Row, startsInHours = 24): Row => {
  const row = { ...createReservation({ startsInHours, hours: 3 }), ...fields };
  server.rows('reservations').push(row);
  return row;
};

const dialog = async () => within(await screen.findByRole('dialog'));

const addEntry = (reservation: Row, kind: string, amount: number) =>
  server.rows('wallet_entries').push({
    id: crypto.randomUUID(),
    user_id: reservation.user_id,
    reservation_id: reservation.id,
    kind,
    amount,
    created_at: addMinutes(new Date(), server.rows('wallet_entries').length).toISOString(),
  });

describe('cancelling', () => {
  const paidByCard = ({ price = 15, card = 15 }): Row => {
    const row = addReservation({ payment_method: 'card', total_amount: price });
    addEntry(row, 'payment', card);
    addEntry(row, 'reservation', -card);
    if (price > card) addEntry(row, 'change', card - price);
    addPayment({
      purpose: 'reservation',
      reservation_id: row.id,
      amount: card,
      refunded: 0,
      state: 'captured',
      payment_refunds: [],
    });
    server.handle('POST /rest/v1/rpc/cancel_reservation', () => {
      row.status = 'cancelled';
      addEntry(row, 'cancellation', price);
      addEntry(row, 'refund_requested', -card);
      return Response.json({ id: row.id });
    });
    return row;
  };

  test('gives what was paid back to the wallet at once', async () => {
    const row = addReservation({ payment_method: 'wallet' });
    addEntry(row, 'reservation', -15);
    addEntry(row, 'reservation_refund', 5);
    addEntry(row, 'refund_requested', -5);
    server.handle('PATCH /rest/v1/reservations', () => {
      row.status = 'cancelled';
      addEntry(row, 'cancellation', 10);
      return Response.json({ id: row.id });
    });
    const { user } = await renderScreen('/reservations');
    await user.click(await screen.findByRole('button', { name: 'Cancel reservation' }));
    expect(await screen.findByText('$10.00 goes back to your wallet at once.')).toBeVisible();
    expect(screen.queryByText('Free to cancel, nothing charged.')).toBeNull();
    await user.click((await dialog()).getByRole('button', { name: 'Cancel reservation' }));
    expect(await screen.findByText('$10.00 is back in your wallet.')).toBeVisible();
  });

  test('gives the card only what it paid, and the rest to the wallet', async () => {
    paidByCard({ price: 20, card: 15 });
    const { user } = await renderScreen('/reservations');
    await user.click(await screen.findByRole('button', { name: 'Cancel reservation' }));
    expect(await screen.findByText('You get $20.00 back')).toBeVisible();
    await user.click(
      screen.getByRole('radio', { name: /^To my card ?\$15.00 in some days, \$5.00 to your wallet at once/ }),
    );
    await user.click((await dialog()).getByRole('button', { name: 'Cancel reservation' }));
    expect(await screen.findByText(/^\$15.00 is on its way .*, and \$5.00 is back in your wallet/)).toBeVisible();
  });

  test('after the deadline gives nothing back, and says so before', async () => {
    addReservation({ payment_method: 'wallet' }, 0.25);
    const { user } = await renderScreen('/reservations');
    await user.click(await screen.findByRole('button', { name: 'Cancel reservation' }));
    expect((await dialog()).getByText(/Nothing is given back/)).toBeVisible();
  });
});

describe('a reservation under way', () => {
  beforeEach(() => serveChanges());

  const openReservation = async () => {
    const { user } = await renderScreen('/reservations');
    await user.click(await screen.findByRole('link', { name: /Parked now/ }));
    return user;
  };

  test('gives nothing back when it ends early, and says so before', async () => {
    addReservation({ payment_method: 'wallet' }, -1);
    const user = await openReservation();
    await user.click(await screen.findByRole('button', { name: 'End Parking' }));
    expect((await dialog()).getByText('Ending early gives nothing back.')).toBeVisible();
  });

  test('is extended by card where the wallet has too little', async () => {
    const left = watchLeaving();
    setBalance(2);
    const reservation = addReservation({ payment_method: 'card' }, -1);
    const user = await openReservation();
    await user.click(await screen.findByRole('button', { name: 'Extend reservation' }));
    expect(await screen.findByRole('radio', { name: /^Card/ })).toBeChecked();
    await user.click(await screen.findByRole('button', { name: /^Pay \$5.00 and stay until/ }));
    await waitFor(() => expect(left.form()).toMatchObject({ OrderNumber: 'PK1' }));
    expect(server.rows('payments')).toMatchObject([
      { purpose: 'extension', reservation_id: reservation.id, amount: 5, method: 'card' },
    ]);
  });

  const rejectPrice = (request: string) => {
    Object.assign(server.rows('parking_spaces')[0] ?? {}, { hourly_rate: 7 });
    return server.failRequests(request, 400, { code: '23514', hint: 'price-changed' });
  };

  test('is not extended at a price that the driver did not see, and then at the new one', async () => {
    addReservation({ payment_method: 'wallet' }, -1);
    const user = await openReservation();
    await user.click(await screen.findByRole('button', { name: 'Extend reservation' }));
    await user.click(await screen.findByRole('radio', { name: /^2 hours/ }));
    const respond = rejectPrice('POST /rest/v1/rpc/extend_reservation');
    await user.click(screen.getByRole('button', { name: /^Pay \$10.00 and stay until/ }));
    expect(await screen.findByText('The price has changed. Check the new total and confirm again.')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Pay \$14.00 and stay until/ })).toBeVisible();
    expect(screen.getByRole('radio', { name: /^2 hours/ })).toBeChecked();
    respond();
    await user.click(screen.getByRole('button', { name: /^Pay \$14.00 and stay until/ }));
    expect(await findToast('New end of your reservation')).toBeVisible();
    const seen = server.received('POST /rest/v1/rpc/extend_reservation').map(({ body }) => (body as Row).seen_amount);
    expect(seen).toEqual(['10.00', '14.00']);
  });
});

test('a change says what is to pay, or what goes back to the wallet', async () => {
  serveChanges();
  addReservation({ payment_method: 'wallet' });
  const { user } = await renderScreen('/reservations');
  await user.click(await screen.findByRole('button', { name: /^change/i }));
  const hours = await screen.findByLabelText('Duration (hours)');
  fireEvent.change(hours, { target: { value: '1' } });
  expect(await screen.findByText('$10.00 goes back to your wallet at once.')).toBeVisible();
  fireEvent.change(hours, { target: { value: '4' } });
  expect(await screen.findByRole('button', { name: 'Pay $5.00 and change' })).toBeVisible();
});
