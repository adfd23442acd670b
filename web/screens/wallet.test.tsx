import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addPayment, servePayments } from '../testing/fake-payments.ts';
import { server, setOnline } from '../testing/fake-server.ts';
import { DRIVER } from '../testing/people.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';

const addEntry = (amount: number, kind: string, fields: object = {}) => {
  const entries = server.rows('wallet_entries');
  const created_at = new Date(Date.now() - entries.length * 60_000).toISOString();
  const ids = { id: crypto.randomUUID(), user_id: DRIVER.id, reservation_id: null, payment_id: null };
  entries.push({ ...ids, amount, kind, reason: null, actor_email: null, created_at, ...fields });
};

beforeEach(() => servePayments({ balance: 37.5 }));

test('offline a driver reads the balance that this device saw last, and when', async () => {
  const { open } = await renderScreen('/wallet');
  expect(await screen.findByText('$37.50')).toBeVisible();
  setOnline(false);
  await open('/wallet');
  expect(await screen.findByText(/^As of .* before you went offline/)).toBeVisible();
  expect(screen.getByText('$37.50')).toBeVisible();
  setOnline(true);
});

test('a driver sees what moved their money, a kind of it, and its details', async () => {
  const payment = addPayment({ state: 'captured', served: true });
  addEntry(-15, 'reservation');
  addEntry(-15, 'refund_requested', { reason: 'Space out of service' });
  addEntry(20, 'payment', { payment_id: payment.id });
  const { user } = await renderScreen('/wallet');
  expect(await screen.findByRole('button', { name: /Reservation.*−\$15.00/ })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Show'), 'Refunds');
  await user.click(await screen.findByRole('button', { name: /Sent back to card or PayPal/ }));
  expect(await screen.findByText('Space out of service')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.selectOptions(screen.getByLabelText('Show'), 'Payments in');
  await user.click(await screen.findByRole('button', { name: /Payment in.*\+\$20.00/ }));
  expect(await screen.findByText(String(server.rows('wallet_entries')[2]?.id))).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'See the payment' }));
  await expectPath(`/payment/${payment.id}`);
  expect(await screen.findByText('Wallet topped up')).toBeVisible();
});

test('a card that the database keeps is told, and one that is gone already is no error', async () => {
  const card = { id: crypto.randomUUID(), user_id: DRIVER.id, brand: 'Visa', last4: '1732', expires: '209912' };
  server.rows('saved_cards').push(card);
  server.handle('DELETE /rest/v1/saved_cards', () => Response.json([]));
  const { user } = await renderScreen('/wallet');
  await user.click(await screen.findByRole('button', { name: 'Remove Visa ···· 1732' }));
  await user.click(await screen.findByRole('button', { name: 'Remove card' }));
  expect(await screen.findByText('Failed to remove the card')).toBeVisible();
  server.rows('saved_cards').length = 0;
  await user.click(screen.getByRole('button', { name: 'Remove card' }));
  expect(await screen.findByText(/No card is saved/)).toBeVisible();
});

test('a reservation that a card paid is one line', async () => {
  servePayments();
  const ids = { user_id: DRIVER.id, reservation_id: crypto.randomUUID(), reason: null, actor_email: null };
  const created_at = new Date().toISOString();
  server
    .rows('wallet_entries')
    .push(
      { ...ids, id: crypto.randomUUID(), kind: 'reservation', amount: -15, payment_id: null, created_at },
      { ...ids, id: crypto.randomUUID(), kind: 'payment', amount: 15, payment_id: crypto.randomUUID(), created_at },
    );
  await renderScreen('/wallet');
  const line = await screen.findByRole('button', { name: /^Reservation .*Paid by card or PayPal/ });
  expect(line).toHaveTextContent(/[^−]\$15\.00$/);
  expect(screen.queryByText('Payment in')).toBeNull();
});
