import { expect, test } from 'vitest';
import { type Actor, as, createSpace, one, problemOf, refusalOf } from './as.ts';
import { readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// What becomes of the money of a driver who leaves or is suspended. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();

type Preview = { balance: number; reservation_until: string | null; sources: { payment: string; amount: number }[] };

async function previewOf(actor: Actor): Promise<Preview> {
  return (await one(as(sql, actor)<{ preview: Preview }[]>`select public.preview_deletion() as preview`)).preview;
}
const sourcesOf = async (actor: Actor) =>
  (await previewOf(actor)).sources.map(({ payment, amount }) => `${payment} ${amount}`);
const hasAccount = async ({ id }: Actor) => (await sql`select from auth.users where id = ${id}`).length === 1;
const suspend = ({ id }: Actor) => sql`update public.profiles set status = 'suspended' where user_id = ${id}`;
/** A reservation of two hours that is paid by card, and its payment. */
async function bookByCard(on = space, from = 2) {
  const { reservation, payment } = await money.holdAndPay(sql, cast.ana, { ...on, from, to: from + 2 });
  await money.capture(sql, payment);
  return { reservation, payment };
}

test('credits and cash are spent first, then the oldest payment; what is given back returns where it was', async () => {
  const first = await money.topUp(sql, cast.ana, 20);
  const second = await money.topUp(sql, cast.ana, 10, 'paypal');
  await money.fillWallet(sql, cast.ana, 5);
  expect(await sourcesOf(cast.ana)).toEqual([`${second.id} 10`, `${first.id} 20`]);
  const reservation = await money.book(sql, cast.ana, { ...space, from: 1, to: 5.4 });
  // 22 of 35: the credit of 5, then 17 of the first top-up. Leaving would cancel the reservation and give all of it back.
  await money.moveReservation(sql, reservation, -8);
  expect(await sourcesOf(cast.ana)).toEqual([`${second.id} 10`, `${first.id} 3`]);
  // Of what is given back the top-up gets its part first.
  await money.refundReservation(sql, cast.admin, reservation, { amount: 18 });
  expect(await sourcesOf(cast.ana)).toEqual([`${second.id} 10`, `${first.id} 20`]);
  // A credit that comes later is no money of a card.
  await money.fillWallet(sql, cast.ana, 7);
  expect(await previewOf(cast.ana)).toMatchObject({ balance: 38 });
  expect(await sourcesOf(cast.ana)).toEqual([`${second.id} 10`, `${first.id} 20`]);
});

test('a card that paid a reservation gets back what the reservation gives back, and nothing for one that was used', async () => {
  const used = await bookByCard();
  await money.moveReservation(sql, used.reservation, -5);
  await money.fillWallet(sql, cast.ana, 8);
  expect(await sourcesOf(cast.ana)).toEqual([]);
  const ahead = await bookByCard(await createSpace(sql));
  const withSource = { balance: 18, sources: [{ payment: ahead.payment.id, amount: 10 }] };
  expect(await previewOf(cast.ana)).toMatchObject(withSource);
  // The preview changed nothing.
  expect(await readReservation(sql, ahead.reservation.id)).toMatchObject({ status: 'active' });
  expect(await money.balanceOf(sql, cast.ana)).toBe(8);
  await money.cancel(sql, cast.ana, ahead.reservation);
  expect(await previewOf(cast.ana)).toMatchObject(withSource);
  await money.refundReservation(sql, cast.admin, used.reservation, { amount: 4, toSource: true });
  expect(await sourcesOf(cast.ana)).toEqual([`${ahead.payment.id} 10`]);
});

test('a driver looks at what leaving would bring ten times an hour, one after the other', async () => {
  const looks = await Promise.allSettled(Array.from({ length: 5 }, () => previewOf(cast.ana)));
  const busy = looks.filter((look) => look.status === 'rejected');
  expect(busy.every(({ reason }) => reason.code === '55P03')).toBe(true);
  for (let more = looks.length - busy.length; more < 10; more += 1) await previewOf(cast.ana);
  expect(await problemOf(previewOf(cast.ana))).toBe('too-many-deletion-previews');
  await sql`update public.user_activity set created_at = now() - interval '1 hour' where user_id = ${cast.ana.id}`;
  expect(await previewOf(cast.ana)).toMatchObject({ balance: 0 });
});

test('who asks to leave while another request of theirs is under way is turned away at once', async () => {
  await sql.begin(async (tx) => {
    await tx`select private.lock_driver(${cast.ana.id})`;
    for (const work of [previewOf, (actor: Actor) => money.leave(sql, actor)]) {
      expect(await refusalOf(work(cast.ana))).toBe('55P03');
    }
  });
  expect(await hasAccount(cast.ana)).toBe(true);
});

test('who leaves says what becomes of the balance, and never gives up more than they read', async () => {
  const payment = await money.topUp(sql, cast.ana, 20);
  await money.fillWallet(sql, cast.ana, 6);
  const refused = [
    { toSource: false, waived: 0 },
    { toSource: true, waived: 0 },
    { toSource: true, waived: 5.99 },
    { toSource: false, waived: 25.99 },
  ];
  for (const choice of refused) {
    const detail = choice.toSource ? '6.00' : '26.00';
    await expect(money.leave(sql, cast.ana, choice)).rejects.toMatchObject({ hint: 'balance-left', detail });
  }
  expect(await money.balanceOf(sql, cast.ana)).toBe(26);
  const waivedBefore = await money.sumOf(sql, 'waived');
  await money.leave(sql, cast.ana, { toSource: true, waived: 6 });
  expect(await hasAccount(cast.ana)).toBe(false);
  expect((await money.sumOf(sql, 'waived')) - waivedBefore).toBe(6);
  // The caller's own words would reach the files of the accountant.
  const waivers = await sql`select reason, actor_id from public.ledger_transactions where kind = 'waived'`;
  expect([...waivers]).toEqual([{ reason: null, actor_id: null }]);
  const [refund] = await money.refundsOf(sql, payment);
  expect(refund).toMatchObject({ amount: '20.00', reason: 'account_closed', state: 'requested' });
  // What a provider refuses waits for the operator.
  const adjustments = await money.sumOf(sql, 'adjustments');
  await money.finishRefund(sql, refund as money.Refund, 'failed');
  expect((await money.sumOf(sql, 'adjustments')) - adjustments).toBe(20);
});

test('nobody leaves during a reservation: until its end, or until they have ended it', async () => {
  await money.fillWallet(sql, cast.ana, 10);
  const reservation = await money.book(sql, cast.ana, { ...space, from: -0.5, to: 1 });
  const until = reservation.end_time.toISOString();
  await expect(money.leave(sql, cast.ana)).rejects.toMatchObject({ hint: 'reservation-under-way', detail: until });
  expect(new Date((await previewOf(cast.ana)).reservation_until ?? '').toISOString()).toBe(until);
  await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${reservation.id}`;
  expect(await previewOf(cast.ana)).toMatchObject({ reservation_until: null });
  await money.leave(sql, cast.ana);
  expect(await money.paidFor(sql, reservation)).toMatchObject({ paid: 7.5 });
});

test('an operator who deletes an account sends back what can go back, and the rest waits', async () => {
  const payment = await money.topUp(sql, cast.ana, 20);
  await money.fillWallet(sql, cast.ana, 6);
  const { payment: ofReservation } = await bookByCard();
  const running = await money.book(sql, cast.ana, { ...(await createSpace(sql)), from: -0.5, to: 0.5 });
  const adjustments = await money.sumOf(sql, 'adjustments');
  await sql`select private.delete_account(${cast.ana.id})`;
  expect(await money.refundsOf(sql, payment)).toMatchObject([{ amount: '20.00' }]);
  expect(await money.refundsOf(sql, ofReservation)).toMatchObject([{ amount: '10.00' }]);
  expect((await money.sumOf(sql, 'adjustments')) - adjustments).toBe(1);
  expect(await readReservation(sql, running.id)).toMatchObject({ status: 'active', user_id: null });
});

test('a suspended driver cancels what is ahead, reads the money and takes it along, and nothing else', async () => {
  const { reservation, payment } = await bookByCard();
  const { reservation: second, payment: secondPayment } = await bookByCard(space, 5);
  await suspend(cast.ana);
  expect(await refusalOf(money.cancel(sql, cast.suspended, reservation))).toBe('23514');
  await money.cancel(sql, cast.ana, reservation, true);
  expect(await money.refundsOf(sql, payment)).toMatchObject([{ amount: '10.00' }]);
  const read = await as(sql, cast.ana)`select amount from public.wallet_entries where kind = 'cancellation'`;
  expect([...read]).toEqual([{ amount: '10.00' }]);
  const change = as(sql, cast.ana)`
      select public.change_reservation(${second.id}, ${second.start_time}, 1, ${second.parking_space_id},
        ${second.start_time}, ${second.end_time}, ${second.parking_space_id}, null)`;
  expect(await refusalOf(change)).toBe('42501');
  expect(await refusalOf(money.book(sql, cast.ana, { ...space, from: 8, to: 9, method: 'card' }))).toBe('42501');
  expect(await previewOf(cast.ana)).toMatchObject({ balance: 10 });
  await money.leave(sql, cast.ana, { toSource: true, waived: 0 });
  expect(await money.refundsOf(sql, secondPayment)).toMatchObject([{ amount: '10.00' }]);
});

test('the deadline of cancelling holds for who leaves and for who is suspended', async () => {
  const { reservation } = await bookByCard();
  await sql`update public.installation_settings set cancellation_deadline_minutes = 180`;
  try {
    await suspend(cast.ana);
    expect(await previewOf(cast.ana)).toMatchObject({ balance: 0, sources: [] });
    await money.cancel(sql, cast.ana, reservation, true);
    expect(await money.balanceOf(sql, cast.ana)).toBe(0);
  } finally {
    await sql`update public.installation_settings set cancellation_deadline_minutes = 0`;
  }
});
