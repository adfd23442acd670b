import { beforeEach, expect, test } from 'vitest';
import { as } from './as.ts';
import { change, extend, hoursAfter, readReservation } from './changes-world.ts';
import { book, cancel, capture, fillWallet, holdAndPay, refundReservation, startPayment } from './money-world.ts';
import { doDueWork, endReservation, listReceipts } from './paid-reservations.ts';
import { openMoney } from './world.ts';

// With what a reservation was really paid, on receipts and in the revenue of a day. The space costs 5 an hour.

const VISA = { token: 'T', brand: 'Visa', last4: '1732', expires: '203012' };

const { sql, cast, space } = await openMoney();
let before: Day;
beforeEach(async () => {
  await fillWallet(sql, cast.ana, 100);
  before = await readToday();
});

type Day = { wallet: number; card: number; paypal: number; net: number };

const readToday = async (): Promise<Day> => {
  const [row] = await as(sql, cast.admin)<Day[]>`
      select by_wallet::float as wallet, by_card::float as card, by_paypal::float as paypal, net::float as net
      from public.revenue_by_day((now() at time zone 'America/Santo_Domingo')::date,
        (now() at time zone 'America/Santo_Domingo')::date)`;
  if (!row) throw new Error('Today is missing');
  return row;
};

/** What came to the revenue of today since the test began. */
async function readEarned(): Promise<Day> {
  const { wallet, card, paypal, net } = await readToday();
  const round = (amount: number) => Math.round(amount * 100) / 100;
  return {
    wallet: round(wallet - before.wallet),
    card: round(card - before.card),
    paypal: round(paypal - before.paypal),
    net: round(net - before.net),
  };
}

async function extendWith(method: 'card' | 'paypal', id: string, hours: number): Promise<void> {
  const { end_time } = await readReservation(sql, id);
  const newEnd = hoursAfter(end_time, hours);
  const payment = await startPayment(sql, cast.ana, { purpose: 'extension', method, reservation: id, newEnd });
  await capture(sql, payment, { card: method === 'card' ? VISA : null });
}

/** Two hours that have begun, from the wallet. */
const bookFromWallet = () => book(sql, cast.ana, { ...space, from: -0.5, to: 1.5 });

async function endAndRead(id: string) {
  await endReservation(sql, cast.ana, id);
  await doDueWork(sql);
  return listReceipts(sql, id);
}

test('a reservation from the wallet that is extended by card was paid with both', async () => {
  const { id } = await bookFromWallet();
  await extendWith('card', id, 1);
  expect(await readEarned()).toEqual({ wallet: 10, card: 5, paypal: 0, net: 15 });
  expect(await endAndRead(id)).toMatchObject([
    {
      method: 'wallet',
      paid_with: null,
      transaction_id: expect.stringContaining('capture '),
      paid_by: [
        { method: 'wallet', paid_with: null, amount: 10 },
        { method: 'card', paid_with: 'Visa ···· 1732', amount: 5 },
      ],
    },
  ]);
});

test('a reservation by card that is extended from the wallet was paid with both', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, from: -0.5, to: 1.5 });
  await capture(sql, payment, { card: VISA });
  await extend(sql, cast.ana, await readReservation(sql, reservation.id), 2);
  expect(await readEarned()).toEqual({ wallet: 10, card: 10, paypal: 0, net: 20 });
  expect(await endAndRead(reservation.id)).toMatchObject([
    {
      method: 'card',
      paid_with: 'Visa ···· 1732',
      paid_by: [
        { method: 'card', paid_with: 'Visa ···· 1732', amount: 10 },
        { method: 'wallet', paid_with: null, amount: 10 },
      ],
    },
  ]);
});

test('a top-up before makes no charge one by card', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  await capture(sql, payment, { card: VISA });
  const { id } = await bookFromWallet();
  expect(await readEarned()).toEqual({ wallet: 10, card: 0, paypal: 0, net: 10 });
  const [receipt] = await endAndRead(id);
  expect(receipt?.paid_by).toEqual([{ method: 'wallet', paid_with: null, amount: 10 }]);
});

test('what is given back is taken off the latest payment first, and off the wallet last', async () => {
  const { id } = await bookFromWallet();
  await extendWith('card', id, 1);
  await extendWith('paypal', id, 1);
  await refundReservation(sql, cast.admin, { id }, { amount: 7 });
  expect(await readEarned()).toEqual({ wallet: 10, card: 3, paypal: 0, net: 13 });
  const [first] = await endAndRead(id);
  expect(first?.paid_by.map(({ method, amount }) => [method, amount])).toEqual([
    ['wallet', 10],
    ['card', 3],
  ]);
  await refundReservation(sql, cast.admin, { id }, { amount: 2 });
  await doDueWork(sql);
  await refundReservation(sql, cast.admin, { id }, { amount: 4 });
  await doDueWork(sql);
  const [, second, third] = await listReceipts(sql, id);
  expect(second).toMatchObject({ amount: '-2.00', paid_by: [{ method: 'card', amount: -2 }] });
  expect(third).toMatchObject({
    amount: '-4.00',
    paid_by: [
      { method: 'wallet', amount: -3 },
      { method: 'card', amount: -1 },
    ],
  });
  expect(await readEarned()).toEqual({ wallet: 7, card: 0, paypal: 0, net: 7 });
});

test('a change that is cancelled leaves nothing under any method', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, from: 5, to: 7, method: 'paypal' });
  await capture(sql, payment);
  await change(sql, cast.ana, await readReservation(sql, reservation.id), { hours: 4 });
  expect(await readEarned()).toEqual({ wallet: 10, card: 0, paypal: 10, net: 20 });
  await change(sql, cast.ana, await readReservation(sql, reservation.id), { hours: 3 });
  expect(await readEarned()).toEqual({ wallet: 10, card: 0, paypal: 5, net: 15 });
  await cancel(sql, cast.ana, reservation);
  expect(await readEarned()).toEqual({ wallet: 0, card: 0, paypal: 0, net: 0 });
  await doDueWork(sql);
  expect(await listReceipts(sql, reservation.id)).toEqual([]);
});
