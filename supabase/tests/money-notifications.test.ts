import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, addDevices, as } from './as.ts';
import { readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// What drivers are told of their money. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();
await sql`update public.installation_settings set push_notifications = true`;
beforeEach(() => sql`update public.payment_refunds set next_attempt_at = null`);

type Row = { kind: string; channel: string; reservation_id: string | null; content: Record<string, unknown> };

const listMoney = ({ id }: Actor, channel = 'mail') => sql<Row[]>`
  select kind, channel, reservation_id, content from public.notifications
  where user_id = ${id} and channel = ${channel} and kind in ('payment_late', 'refund') order by created_at`;
/** What cancellations have told of money. */
const tellOfCancelled = async ({ id }: Actor) =>
  (
    await sql<{ refund: Record<string, unknown> }[]>`
      select content -> 'refund' as refund from public.notifications
      where user_id = ${id} and channel = 'mail' and kind = 'cancelled' order by created_at`
  ).map(({ refund: { event, amount, sent_on } }) => `${event} ${amount}, ${sent_on} sent on`);
const tell = async (actor: Actor, channel?: string) =>
  (await listMoney(actor, channel)).map(({ kind, content: { event, goes_back, amount, sent_on } }) =>
    kind === 'refund' ? `${event} ${amount}, ${sent_on} sent on` : `late ${amount}, goes back: ${goes_back}`,
  );

const bookByCard = async () => {
  const booked = await money.holdAndPay(sql, cast.ana, { ...space, from: 2, to: 4 });
  await money.capture(sql, booked.payment);
  return booked;
};

/** Money for a reservation whose space is another driver's by now. */
async function payTooLate(): Promise<money.Payment> {
  const { reservation, payment } = await money.holdAndPay(sql, cast.ana, { ...space, from: 2, to: 4 });
  await money.endHold(sql, reservation);
  await sql`select private.lapse_holds()`;
  await money.fillWallet(sql, cast.beto, 10);
  await money.book(sql, cast.beto, { ...space, from: 2, to: 4 });
  await money.capture(sql, payment);
  return payment;
}

async function finishDueRefund(payment: money.Payment, outcome: string): Promise<void> {
  await money.claimRefunds(sql);
  for (const refund of await money.refundsOf(sql, payment)) await money.finishRefund(sql, refund, outcome);
}

test('a driver whose payment came too late is told that it goes back, and when it is there', async () => {
  await addDevices(sql, cast.ana);
  const payment = await payTooLate();
  // The provider says it twice.
  await money.capture(sql, payment);
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
  await money.moveReservation(sql, reservation, -3);
  const { end_time: end } = await readReservation(sql, reservation.id);
  const newEnd = new Date(end.getTime() + 3_600_000);
  const payment = await money.startPayment(sql, cast.ana, {
    purpose: 'extension',
    reservation: reservation.id,
    newEnd,
    amount: 5,
  });
  await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${reservation.id}`;
  await money.capture(sql, payment);
  expect(await tell(cast.ana)).toEqual(['late 5, goes back: false']);
});

test('who cancels is told by one mail what is in the wallet and what goes on, and no device is', async () => {
  await addDevices(sql, cast.ana);
  const { reservation } = await bookByCard();
  await money.cancel(sql, cast.ana, reservation);
  const { reservation: other, payment } = await bookByCard();
  await money.cancel(sql, cast.ana, other, true);
  expect(await tellOfCancelled(cast.ana)).toEqual(['given 10, 0 sent on', 'given 10, 10 sent on']);
  expect(await tell(cast.ana)).toEqual([]);
  expect(await tell(cast.ana, 'push')).toEqual([]);
  await finishDueRefund(payment, 'succeeded');
  expect(await tell(cast.ana, 'push')).toEqual(['arrived 10, 0 sent on']);
});

test('a driver is told by mail and push what an operator gives back, once for each refund', async () => {
  await addDevices(sql, cast.ana);
  const { reservation } = await bookByCard();
  const key = randomUUID();
  await money.refundReservation(sql, cast.admin, reservation, { amount: 4, key });
  await money.refundReservation(sql, cast.admin, reservation, { amount: 4, key });
  await money.refundReservation(sql, cast.admin, reservation, { amount: 1, toSource: true });
  for (const channel of ['mail', 'push']) {
    expect(await tell(cast.ana, channel)).toEqual(['given 4, 0 sent on', 'given 1, 1 sent on']);
  }
  expect(await tell(cast.beto)).toEqual([]);
});
