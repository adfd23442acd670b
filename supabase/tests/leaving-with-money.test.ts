import { expect, test } from 'vitest';
import { type Actor, as, createSpace, refusalOf } from './as.ts';
import {
  balanceOf,
  book,
  cancel,
  capture,
  fillWallet,
  finishRefund,
  holdAndPay,
  leave,
  moveReservation,
  paidFor,
  type Refund,
  readPaidReservation,
  refundReservation,
  refundsOf,
  sumOf,
  topUp,
} from './money-world.ts';
import { openMoney } from './world.ts';

// What becomes of the money of a driver who leaves or is suspended. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();

type Preview = { balance: number; reservation_until: string | null; sources: { payment: string; amount: number }[] };

async function previewOf(actor: Actor): Promise<Preview> {
  const [row] = await as(sql, actor)<{ preview: Preview }[]>`select public.preview_deletion() as preview`;
  if (!row) throw new Error('No preview came back');
  return row.preview;
}
const sourcesOf = async (actor: Actor) =>
  (await previewOf(actor)).sources.map(({ payment, amount }) => `${payment} ${amount}`);
const hasAccount = async ({ id }: Actor) => (await sql`select from auth.users where id = ${id}`).length === 1;
const suspend = ({ id }: Actor) => sql`update public.profiles set status = 'suspended' where user_id = ${id}`;
/** A reservation of two hours that is paid by card, and its payment. */
async function bookByCard(on = space) {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...on, from: 2, to: 4 });
  await capture(sql, payment);
  return { reservation, payment };
}

test('credits and cash are spent first, then the oldest payment; what is given back returns where it was', async () => {
  const first = await topUp(sql, cast.ana, 20);
  const second = await topUp(sql, cast.ana, 10, 'paypal');
  await fillWallet(sql, cast.ana, 5);
  expect(await sourcesOf(cast.ana)).toEqual([`${second.id} 10`, `${first.id} 20`]);
  const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 5.4 });
  // 22 of 35: the credit of 5, then 17 of the first top-up. Leaving would cancel the reservation and give all of it back.
  await moveReservation(sql, reservation, -8);
  expect(await sourcesOf(cast.ana)).toEqual([`${second.id} 10`, `${first.id} 3`]);
  // Of what is given back the top-up gets its part first.
  await refundReservation(sql, cast.admin, reservation, { amount: 18 });
  expect(await sourcesOf(cast.ana)).toEqual([`${second.id} 10`, `${first.id} 20`]);
  // A credit that comes later is no money of a card.
  await fillWallet(sql, cast.ana, 7);
  expect(await previewOf(cast.ana)).toMatchObject({ balance: 38 });
  expect(await sourcesOf(cast.ana)).toEqual([`${second.id} 10`, `${first.id} 20`]);
});

test('a card that paid a reservation gets back what the reservation gives back, and nothing for one that was used', async () => {
  const used = await bookByCard();
  await moveReservation(sql, used.reservation, -5);
  await fillWallet(sql, cast.ana, 8);
  expect(await sourcesOf(cast.ana)).toEqual([]);
  const ahead = await bookByCard(await createSpace(sql));
  const withSource = { balance: 18, sources: [{ payment: ahead.payment.id, amount: 10 }] };
  expect(await previewOf(cast.ana)).toMatchObject(withSource);
  // The preview changed nothing.
  expect(await readPaidReservation(sql, ahead.reservation.id)).toMatchObject({ status: 'active' });
  expect(await balanceOf(sql, cast.ana)).toBe(8);
  await cancel(sql, cast.ana, ahead.reservation);
  expect(await previewOf(cast.ana)).toMatchObject(withSource);
  await refundReservation(sql, cast.admin, used.reservation, { amount: 4, toSource: true });
  expect(await sourcesOf(cast.ana)).toEqual([`${ahead.payment.id} 10`]);
});

test('who leaves says what becomes of the balance, and never gives up more than they read', async () => {
  const payment = await topUp(sql, cast.ana, 20);
  await fillWallet(sql, cast.ana, 6);
  const refused = [
    { toSource: false, waived: 0 },
    { toSource: true, waived: 0 },
    { toSource: true, waived: 5.99 },
    { toSource: false, waived: 25.99 },
    { toSource: false, waived: 26, waiver: ' ' },
    { toSource: false, waived: 26, waiver: null },
  ];
  for (const choice of refused) {
    const detail = choice.toSource ? '6.00' : '26.00';
    await expect(leave(sql, cast.ana, choice)).rejects.toMatchObject({ hint: 'balance-left', detail });
  }
  expect(await balanceOf(sql, cast.ana)).toBe(26);
  const waivedBefore = await sumOf(sql, 'waived');
  await leave(sql, cast.ana, { toSource: true, waived: 6, waiver: ' Renuncio a $6.00. ' });
  expect(await hasAccount(cast.ana)).toBe(false);
  expect((await sumOf(sql, 'waived')) - waivedBefore).toBe(6);
  const waivers = await sql`select reason, actor_id from public.ledger_transactions where kind = 'waived'`;
  expect([...waivers]).toEqual([{ reason: 'Renuncio a $6.00.', actor_id: null }]);
  const [refund] = await refundsOf(sql, payment);
  expect(refund).toMatchObject({ amount: '20.00', reason: 'account_closed', state: 'requested' });
  // What a provider refuses waits for the operator.
  const adjustments = await sumOf(sql, 'adjustments');
  await finishRefund(sql, refund as Refund, 'failed');
  expect((await sumOf(sql, 'adjustments')) - adjustments).toBe(20);
});

test('nobody leaves during a reservation: until its end, or until they have ended it', async () => {
  await fillWallet(sql, cast.ana, 10);
  const reservation = await book(sql, cast.ana, { ...space, from: -0.5, to: 1 });
  const until = reservation.end_time.toISOString();
  await expect(leave(sql, cast.ana)).rejects.toMatchObject({ hint: 'reservation-under-way', detail: until });
  expect(new Date((await previewOf(cast.ana)).reservation_until ?? '').toISOString()).toBe(until);
  await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${reservation.id}`;
  expect(await previewOf(cast.ana)).toMatchObject({ reservation_until: null });
  await leave(sql, cast.ana);
  expect(await paidFor(sql, reservation)).toMatchObject({ paid: 7.5 });
});

test('an operator who deletes an account sends back what can go back, and the rest waits', async () => {
  const payment = await topUp(sql, cast.ana, 20);
  await fillWallet(sql, cast.ana, 6);
  const { payment: ofReservation } = await bookByCard();
  const running = await book(sql, cast.ana, { ...(await createSpace(sql)), from: -0.5, to: 0.5 });
  const adjustments = await sumOf(sql, 'adjustments');
  await sql`select private.delete_account(${cast.ana.id})`;
  expect(await refundsOf(sql, payment)).toMatchObject([{ amount: '20.00' }]);
  expect(await refundsOf(sql, ofReservation)).toMatchObject([{ amount: '10.00' }]);
  expect((await sumOf(sql, 'adjustments')) - adjustments).toBe(1);
  expect(await readPaidReservation(sql, running.id)).toMatchObject({ status: 'active', user_id: null });
});

test('a suspended driver cancels what is ahead, reads the money and takes it along, and nothing else', async () => {
  const { reservation, payment } = await bookByCard();
  const { reservation: second, payment: secondPayment } = await bookByCard(await createSpace(sql));
  await suspend(cast.ana);
  expect(await refusalOf(cancel(sql, cast.suspended, reservation))).toBe('23514');
  await cancel(sql, cast.ana, reservation, true);
  expect(await refundsOf(sql, payment)).toMatchObject([{ amount: '10.00' }]);
  const read = await as(sql, cast.ana)`select amount from public.wallet_entries where kind = 'cancellation'`;
  expect([...read]).toEqual([{ amount: '10.00' }]);
  const change = as(sql, cast.ana)`
      select public.change_reservation(${second.id}, ${second.start_time}, 1, ${second.parking_space_id},
        ${second.start_time}, ${second.end_time}, ${second.parking_space_id}, null)`;
  expect(await refusalOf(change)).toBe('42501');
  expect(await refusalOf(book(sql, cast.ana, { ...space, from: 6, to: 7, method: 'card' }))).toBe('42501');
  expect(await previewOf(cast.ana)).toMatchObject({ balance: 10 });
  await leave(sql, cast.ana, { toSource: true, waived: 0 });
  expect(await refundsOf(sql, secondPayment)).toMatchObject([{ amount: '10.00' }]);
});

test('the deadline of cancelling holds for who leaves and for who is suspended', async () => {
  const { reservation } = await bookByCard();
  await sql`update public.installation_settings set cancellation_deadline_minutes = 180`;
  try {
    await suspend(cast.ana);
    expect(await previewOf(cast.ana)).toMatchObject({ balance: 0, sources: [] });
    await cancel(sql, cast.ana, reservation, true);
    expect(await balanceOf(sql, cast.ana)).toBe(0);
  } finally {
    await sql`update public.installation_settings set cancellation_deadline_minutes = 0`;
  }
});
