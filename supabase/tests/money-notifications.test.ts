import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, as, type Cast, createSpace } from './as.ts';
import {
  book,
  cancel,
  capture,
  claimRefunds,
  createDrivers,
  endHold,
  fillWallet,
  finishRefund,
  holdAndPay,
  type MoneyWorld,
  moveReservation,
  openMoneyWorld,
  type Payment,
  readPaidReservation,
  refundReservation,
  refundsOf,
  startPayment,
  topUp,
} from './money-world.ts';

// What drivers are told of their money. The space costs 5 an hour.

let world: MoneyWorld;
let cast: Cast;
let spaceId: string;
beforeAll(async () => {
  world = await openMoneyWorld();
  await world.sql`update public.installation_settings set push_notifications = true`;
});
beforeEach(async () => {
  cast = await createDrivers(world.sql);
  ({ spaceId } = await createSpace(world.sql));
  await world.sql`update public.payment_refunds set next_attempt_at = null`;
});
afterAll(() => world.database.close());

type Row = { kind: string; channel: string; reservation_id: string | null; content: Record<string, unknown> };

const listMoney = ({ id }: Actor, channel = 'mail') => world.sql<Row[]>`
  select kind, channel, reservation_id, content from public.notifications
  where user_id = ${id} and channel = ${channel} and kind in ('payment_late', 'refund') order by created_at`;
const tell = async (actor: Actor, channel?: string) =>
  (await listMoney(actor, channel)).map(({ kind, content: { event, goes_back, amount, sent_on } }) =>
    kind === 'refund' ? `${event} ${amount}, ${sent_on} sent on` : `late ${amount}, goes back: ${goes_back}`,
  );

async function addDevice({ id }: Actor): Promise<void> {
  await world.sql`update public.user_settings set push_notifications = true where user_id = ${id}`;
  await world.sql`
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, language, server_key)
    values (${id}, ${`https://fcm.googleapis.com/${randomUUID()}`}, ${'B'.repeat(87)}, ${'a'.repeat(22)}, 'es',
        ${'B'.repeat(87)})`;
}

const bookByCard = async () => {
  const booked = await holdAndPay(world.sql, cast.ana, { spaceId, from: 2, to: 4 });
  await capture(world.sql, booked.payment);
  return booked;
};

/** Money for a reservation whose space is another driver's by now. */
async function payTooLate(): Promise<Payment> {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, from: 2, to: 4 });
  await endHold(world.sql, reservation);
  await world.sql`select private.lapse_holds()`;
  await fillWallet(world.sql, cast.beto, 10);
  await book(world.sql, cast.beto, { spaceId, from: 2, to: 4 });
  await capture(world.sql, payment);
  return payment;
}

async function finishDueRefund(payment: Payment, outcome: string): Promise<void> {
  await claimRefunds(world.sql);
  for (const refund of await refundsOf(world.sql, payment)) await finishRefund(world.sql, refund, outcome);
}

test('a driver whose payment came too late is told that it goes back, and when it is there', async () => {
  await addDevice(cast.ana);
  const payment = await payTooLate();
  // The provider says it twice.
  await capture(world.sql, payment);
  for (const channel of ['mail', 'push']) expect(await tell(cast.ana, channel)).toEqual(['late 10, goes back: true']);
  const [row] = await listMoney(cast.ana);
  expect(row).toMatchObject({
    reservation_id: null,
    content: { payment_id: payment.id, currency: 'USD', reservation: { space_name: 'A-01', zone_name: 'Naco' } },
  });
  await finishDueRefund(payment, 'succeeded');
  await finishDueRefund(payment, 'succeeded');
  for (const channel of ['mail', 'push']) {
    expect(await tell(cast.ana, channel)).toEqual(['late 10, goes back: true', 'arrived 10, 0 sent on']);
  }
});

test('a driver whose late payment cannot go back is told that it is in the wallet', async () => {
  const payment = await payTooLate();
  await finishDueRefund(payment, 'failed');
  expect((await tell(cast.ana)).at(-1)).toBe('returned 10, 0 sent on');
});

test('a driver whose extension came too late is told that its money is in the wallet', async () => {
  const { reservation } = await bookByCard();
  await moveReservation(world.sql, reservation, -3);
  const { end_time: end } = await readPaidReservation(world.sql, reservation.id);
  const newEnd = new Date(end.getTime() + 3_600_000);
  const payment = await startPayment(world.sql, cast.ana, {
    purpose: 'extension',
    reservation: reservation.id,
    newEnd,
    amount: 5,
  });
  await as(
    world.sql,
    cast.ana,
    (tx) => tx`update public.reservations set status = 'completed' where id = ${reservation.id}`,
  );
  await capture(world.sql, payment);
  expect(await tell(cast.ana)).toEqual(['late 5, goes back: false']);
});

test('a payment in time, a top-up and an adjustment tell of no money given back', async () => {
  await bookByCard();
  await topUp(world.sql, cast.ana, 10);
  await fillWallet(world.sql, cast.ana, 5);
  expect(await tell(cast.ana)).toEqual([]);
});

test('who cancels is told by mail what is in the wallet and what goes on, and no device is', async () => {
  await addDevice(cast.ana);
  const { reservation } = await bookByCard();
  await cancel(world.sql, cast.ana, reservation);
  const { reservation: other, payment } = await bookByCard();
  await cancel(world.sql, cast.ana, other, true);
  expect(await tell(cast.ana)).toEqual(['given 10, 0 sent on', 'given 10, 10 sent on']);
  expect(await tell(cast.ana, 'push')).toEqual([]);
  await finishDueRefund(payment, 'succeeded');
  expect(await tell(cast.ana, 'push')).toEqual(['arrived 10, 0 sent on']);
});

test('a driver is told by mail and push what an operator gives back, once for each refund', async () => {
  await addDevice(cast.ana);
  const { reservation } = await bookByCard();
  const key = randomUUID();
  await refundReservation(world.sql, cast.admin, reservation, { amount: 4, key });
  await refundReservation(world.sql, cast.admin, reservation, { amount: 4, key });
  await refundReservation(world.sql, cast.admin, reservation, { amount: 1, toSource: true });
  for (const channel of ['mail', 'push']) {
    expect(await tell(cast.ana, channel)).toEqual(['given 4, 0 sent on', 'given 1, 1 sent on']);
  }
  expect(await tell(cast.beto)).toEqual([]);
});

test('a cancellation does not take back what is told of money', async () => {
  const { reservation } = await bookByCard();
  await refundReservation(world.sql, cast.admin, reservation, { amount: 4 });
  await cancel(world.sql, cast.ana, reservation);
  expect(await tell(cast.ana)).toEqual(['given 4, 0 sent on', 'given 6, 0 sent on']);
});

test('nobody is told who has turned notifications off, nor of what was rolled back', async () => {
  const { reservation } = await bookByCard();
  const undone = new Error('undone');
  const refund = as(world.sql, cast.admin, async (tx) => {
    await tx`select public.refund_reservation(${reservation.id}, 4, false, 'The gate was broken', ${randomUUID()})`;
    throw undone;
  });
  await expect(refund).rejects.toBe(undone);
  await world.sql`update public.user_settings set email_notifications = false where user_id = ${cast.ana.id}`;
  await cancel(world.sql, cast.ana, reservation);
  expect(await tell(cast.ana)).toEqual([]);
});

test('what is told of money is sent by the worker, also after the reservation is over', async () => {
  const { reservation } = await bookByCard();
  await cancel(world.sql, cast.ana, reservation);
  const claimed = await world.sql<{ kind: string; email: string }[]>`select * from public.claim_notifications(100)`;
  expect(claimed).toContainEqual(expect.objectContaining({ kind: 'refund', email: cast.ana.email }));
});
