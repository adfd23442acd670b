import { expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, type Cast, createSpace, refusalOf, SERVICE } from './as.ts';
import {
  balanceOf,
  book,
  cancel,
  capture,
  fillWallet,
  finishRefund,
  holdAndPay,
  leave,
  type MoneyWorld,
  moveReservation,
  paidFor,
  type Refund,
  readPaidReservation,
  refundReservation,
  refundsOf,
  sumOf,
  topUp,
} from './money-world.ts';
import { setUpMoney } from './set-up-money.ts';

// What becomes of the money of a driver who leaves or is suspended. The space costs 5 an hour.

let world: MoneyWorld;
let cast: Cast;
let spaceId: string;
setUpMoney((fresh) => {
  ({ world, cast, spaceId } = fresh);
});

type Preview = { balance: number; reservation_until: string | null; sources: { payment: string; amount: number }[] };

async function previewOf(actor: Actor): Promise<Preview> {
  const [row] = await as(
    world.sql,
    actor,
    (tx) => tx<{ preview: Preview }[]>`select public.preview_deletion() as preview`,
  );
  if (!row) throw new Error('No preview came back');
  return row.preview;
}
const sourcesOf = async (actor: Actor) =>
  (await previewOf(actor)).sources.map(({ payment, amount }) => [payment, amount]);
const hasAccount = async ({ id }: Actor) => (await world.sql`select from auth.users where id = ${id}`).length === 1;
const suspend = ({ id }: Actor) => world.sql`update public.profiles set status = 'suspended' where user_id = ${id}`;
/** A reservation of two hours that is paid by card, and its payment. */
async function bookByCard(space = spaceId) {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId: space, from: 2, to: 4 });
  await capture(world.sql, payment);
  return { reservation, payment };
}

test('credits and cash are spent first, then the oldest payment; what is given back returns where it was', async () => {
  const first = await topUp(world.sql, cast.ana, 20);
  const second = await topUp(world.sql, cast.ana, 10, 'paypal');
  await fillWallet(world.sql, cast.ana, 5);
  expect(await sourcesOf(cast.ana)).toEqual([
    [second.id, 10],
    [first.id, 20],
  ]);
  const reservation = await book(world.sql, cast.ana, { spaceId, from: 1, to: 5.4 });
  // 22 of 35: the credit of 5, then 17 of the first top-up. Leaving would cancel the reservation and give all of it back.
  await moveReservation(world.sql, reservation, -8);
  expect(await sourcesOf(cast.ana)).toEqual([
    [second.id, 10],
    [first.id, 3],
  ]);
  // Of what is given back the top-up gets its part first.
  await refundReservation(world.sql, cast.admin, reservation, { amount: 18 });
  expect(await sourcesOf(cast.ana)).toEqual([
    [second.id, 10],
    [first.id, 20],
  ]);
  // A credit that comes later is no money of a card.
  await fillWallet(world.sql, cast.ana, 7);
  expect(await previewOf(cast.ana)).toMatchObject({ balance: 38 });
  expect(await sourcesOf(cast.ana)).toEqual([
    [second.id, 10],
    [first.id, 20],
  ]);
});

test('a card that paid a reservation gets back what the reservation gives back, and nothing for one that was used', async () => {
  const used = await bookByCard();
  await moveReservation(world.sql, used.reservation, -5);
  await fillWallet(world.sql, cast.ana, 8);
  expect(await sourcesOf(cast.ana)).toEqual([]);
  const ahead = await bookByCard((await createSpace(world.sql)).spaceId);
  expect(await previewOf(cast.ana)).toMatchObject({
    balance: 18,
    sources: [{ payment: ahead.payment.id, amount: 10 }],
  });
  // The preview changed nothing.
  expect(await readPaidReservation(world.sql, ahead.reservation.id)).toMatchObject({ status: 'active' });
  expect(await balanceOf(world.sql, cast.ana)).toBe(8);
  await cancel(world.sql, cast.ana, ahead.reservation);
  expect(await previewOf(cast.ana)).toMatchObject({
    balance: 18,
    sources: [{ payment: ahead.payment.id, amount: 10 }],
  });
  await refundReservation(world.sql, cast.admin, used.reservation, { amount: 4, toSource: true });
  expect(await sourcesOf(cast.ana)).toEqual([[ahead.payment.id, 10]]);
});

test('who leaves says what becomes of the balance, and never gives up more than they read', async () => {
  const payment = await topUp(world.sql, cast.ana, 20);
  await fillWallet(world.sql, cast.ana, 6);
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
    await expect(leave(world.sql, cast.ana, choice)).rejects.toMatchObject({ hint: 'balance-left', detail });
  }
  expect(await balanceOf(world.sql, cast.ana)).toBe(26);
  const waivedBefore = await sumOf(world.sql, 'waived');
  await leave(world.sql, cast.ana, { toSource: true, waived: 6, waiver: ' Renuncio a $6.00. ' });
  expect(await hasAccount(cast.ana)).toBe(false);
  expect((await sumOf(world.sql, 'waived')) - waivedBefore).toBe(6);
  const waivers = await world.sql`select reason, actor_id from public.ledger_transactions where kind = 'waived'`;
  expect([...waivers]).toEqual([{ reason: 'Renuncio a $6.00.', actor_id: null }]);
  const [refund] = await refundsOf(world.sql, payment);
  expect(refund).toMatchObject({ amount: '20.00', reason: 'account_closed', state: 'requested' });
  // What a provider refuses waits for the operator.
  const adjustments = await sumOf(world.sql, 'adjustments');
  await finishRefund(world.sql, refund as Refund, 'failed');
  expect((await sumOf(world.sql, 'adjustments')) - adjustments).toBe(20);
});

test('who waives all gets nothing back, and an empty wallet asks for nothing', async () => {
  const payment = await topUp(world.sql, cast.ana, 20);
  await leave(world.sql, cast.ana, { waived: 20 });
  expect(await refundsOf(world.sql, payment)).toEqual([]);
  const { payment: ofReservation } = await holdAndPay(world.sql, cast.beto, { spaceId, from: 2, to: 4 });
  await capture(world.sql, ofReservation);
  // The reservation is cancelled, and all of its money goes back.
  await leave(world.sql, cast.beto, { toSource: true, waived: 0, waiver: null });
  expect(await refundsOf(world.sql, ofReservation)).toMatchObject([{ amount: '10.00' }]);
  await as(world.sql, cast.suspended, (tx) => tx`select public.delete_my_account()`.execute());
  expect(await hasAccount(cast.suspended)).toBe(false);
});

test('nobody leaves during a reservation: until its end, or until they have ended it', async () => {
  await fillWallet(world.sql, cast.ana, 10);
  const reservation = await book(world.sql, cast.ana, { spaceId, from: -0.5, to: 1 });
  const until = reservation.end_time.toISOString();
  await expect(leave(world.sql, cast.ana)).rejects.toMatchObject({ hint: 'reservation-under-way', detail: until });
  expect(new Date((await previewOf(cast.ana)).reservation_until ?? '').toISOString()).toBe(until);
  await as(world.sql, cast.ana, (tx) =>
    tx`update public.reservations set status = 'completed' where id = ${reservation.id}`.execute(),
  );
  expect(await previewOf(cast.ana)).toMatchObject({ reservation_until: null });
  await leave(world.sql, cast.ana);
  expect(await paidFor(world.sql, reservation)).toMatchObject({ paid: 7.5 });
});

test('an operator who deletes an account sends back what can go back, and the rest waits', async () => {
  const payment = await topUp(world.sql, cast.ana, 20);
  await fillWallet(world.sql, cast.ana, 6);
  const { payment: ofReservation } = await bookByCard();
  const running = await book(world.sql, cast.ana, { ...(await createSpace(world.sql)), from: -0.5, to: 0.5 });
  const adjustments = await sumOf(world.sql, 'adjustments');
  await world.sql`select private.delete_account(${cast.ana.id})`;
  expect(await refundsOf(world.sql, payment)).toMatchObject([{ amount: '20.00' }]);
  expect(await refundsOf(world.sql, ofReservation)).toMatchObject([{ amount: '10.00' }]);
  expect((await sumOf(world.sql, 'adjustments')) - adjustments).toBe(1);
  expect(await readPaidReservation(world.sql, running.id)).toMatchObject({ status: 'active', user_id: null });
});

test('nobody previews or deletes without an account of their own', async () => {
  const nobody: Actor = { role: 'authenticated', id: null, email: null };
  for (const actor of [ANONYMOUS, SERVICE, nobody]) {
    expect(await refusalOf(previewOf(actor))).toBe('42501');
    expect(await refusalOf(leave(world.sql, actor))).toBe('42501');
  }
  await topUp(world.sql, cast.ana, 20);
  for (const actor of [cast.beto, cast.admin, cast.suspended]) expect(await sourcesOf(actor)).toEqual([]);
});

test('a suspended driver cancels what is ahead, reads the money and takes it along, and nothing else', async () => {
  const { reservation, payment } = await bookByCard();
  const { reservation: second, payment: secondPayment } = await bookByCard((await createSpace(world.sql)).spaceId);
  await suspend(cast.ana);
  expect(await refusalOf(cancel(world.sql, cast.suspended, reservation))).toBe('23514');
  await cancel(world.sql, cast.ana, reservation, true);
  expect(await refundsOf(world.sql, payment)).toMatchObject([{ amount: '10.00' }]);
  const read = await as(
    world.sql,
    cast.ana,
    (tx) => tx`select amount from public.wallet_entries where kind = 'cancellation'`,
  );
  expect([...read]).toEqual([{ amount: '10.00' }]);
  const change = as(world.sql, cast.ana, (tx) =>
    tx`
      select public.change_reservation(${second.id}, ${second.start_time}, 1, ${second.parking_space_id},
        ${second.start_time}, ${second.end_time}, ${second.parking_space_id}, null)`.execute(),
  );
  expect(await refusalOf(change)).toBe('42501');
  expect(await refusalOf(book(world.sql, cast.ana, { spaceId, from: 6, to: 7, method: 'card' }))).toBe('42501');
  expect(await previewOf(cast.ana)).toMatchObject({ balance: 10 });
  await leave(world.sql, cast.ana, { toSource: true, waived: 0 });
  expect(await refundsOf(world.sql, secondPayment)).toMatchObject([{ amount: '10.00' }]);
});

test('the deadline of cancelling holds for who leaves and for who is suspended', async () => {
  const { reservation } = await bookByCard();
  await world.sql`update public.installation_settings set cancellation_deadline_minutes = 180`;
  try {
    await suspend(cast.ana);
    expect(await previewOf(cast.ana)).toMatchObject({ balance: 0, sources: [] });
    await cancel(world.sql, cast.ana, reservation, true);
    expect(await balanceOf(world.sql, cast.ana)).toBe(0);
  } finally {
    await world.sql`update public.installation_settings set cancellation_deadline_minutes = 0`;
  }
});
