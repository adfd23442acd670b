import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, problemOf, readValue, refusalOf, withoutRules } from './as.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// Money that goes back to the card or PayPal account it came from. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();
// What earlier tests left open.
beforeEach(() => sql`update public.payment_refunds set next_attempt_at = null`);

/** A reservation of Ana's that is paid by card. */
async function bookByCard(method: 'card' | 'paypal' = 'card', on = space) {
  const { reservation, payment } = await money.holdAndPay(sql, cast.ana, { ...on, from: 2, to: 4, method });
  await money.capture(sql, payment);
  return { reservation, payment: await money.readPayment(sql, payment.id) };
}
/** A reservation of which an operator sends these parts back, one after the other. */
async function sendParts(...parts: number[]) {
  const { reservation, payment } = await bookByCard();
  for (const amount of parts) await money.refundReservation(sql, cast.admin, reservation, { amount, toSource: true });
  return { reservation, payment, refunds: await money.refundsOf(sql, payment) };
}
/** A reservation that was cancelled with the money to go back, and its refund. */
async function cancelToSource(): Promise<{ payment: money.Payment; refund: money.Refund }> {
  const { reservation, payment } = await bookByCard();
  await money.cancel(sql, cast.ana, reservation, true);
  const [refund] = await money.refundsOf(sql, payment);
  if (!refund) throw new Error('Nothing goes back');
  return { payment, refund };
}

const expectPayment = async ({ id }: money.Payment, state: string, refunded: number) =>
  expect(await money.readPayment(sql, id)).toMatchObject({ state, refunded });
const expectBalance = async (balance: number) => expect(await money.balanceOf(sql, cast.ana)).toBe(balance);
const refundState = async ({ id }: money.Refund) =>
  readValue(sql`select state from public.payment_refunds where id = ${id}`);
const finishByHand = (actor: Actor, { id }: money.Refund, succeeded: boolean | null, said: string | null = 'Said') =>
  as(sql, actor)`select public.finish_manual_refund(${id}, ${succeeded}, ${said}, ${said})`;
/** What work brings to the account of adjustments, which is the operator's. */
async function adjustmentsOf(work: () => Promise<unknown>): Promise<number> {
  const before = await money.sumOf(sql, 'adjustments');
  await work();
  return (await money.sumOf(sql, 'adjustments')) - before;
}

test('cancelling gives the money to the wallet, and on to its source only if the driver says so', async () => {
  const { reservation, payment } = await bookByCard();
  await money.cancel(sql, cast.ana, reservation);
  await expectBalance(10);
  expect(await money.refundsOf(sql, payment)).toEqual([]);
  const second = await bookByCard('paypal');
  await money.cancel(sql, cast.ana, second.reservation, true);
  await expectBalance(10);
  expect(await money.refundsOf(sql, second.payment)).toMatchObject([{ amount: '10.00', state: 'requested' }]);
  await expectPayment(second.payment, 'refunding', 0);
});

test('to the card goes at most what came from it; what was paid from the wallet returns there', async () => {
  const { reservation, payment } = await bookByCard();
  const { id, start_time: start, end_time: end } = reservation;
  await money.fillWallet(sql, cast.ana, 10);
  await as(sql, cast.ana)`
    select public.change_reservation(${id}, ${start}, 4, ${space.spaceId}, ${start}, ${end}, ${space.spaceId}, null)`;
  await expectBalance(0);
  await money.cancel(sql, cast.ana, reservation, true);
  expect(await money.refundsOf(sql, payment)).toMatchObject([{ amount: '10.00' }]);
  await expectBalance(10);
});

test('parts queue up to what was paid: each waits for the one before it, and the payment is refunding until none is open', async () => {
  const { reservation, payment, refunds } = await sendParts(4, 5, 1);
  expect(refunds).toMatchObject([{ amount: '4.00' }, { amount: '5.00' }, { amount: '1.00' }]);
  for (const [index, refund] of refunds.entries()) {
    await expectPayment(payment, 'refunding', [0, 4, 9][index] ?? 0);
    expect((await money.claimRefunds(sql)).map(({ id }) => id)).toEqual([refund.id]);
    // Neither one that is sent nor one that waits for an operator lets the next one pass.
    expect(await money.claimRefunds(sql)).toEqual([]);
    if (index === 1) await money.finishRefund(sql, refund, 'manual');
    expect(await money.claimRefunds(sql)).toEqual([]);
    await money.finishRefund(sql, refund, 'succeeded');
  }
  await expectPayment(payment, 'refunded', 10);
  const over = money.refundReservation(sql, cast.admin, reservation, { amount: 0.01, toSource: true });
  expect(await problemOf(over)).toBe('refund-over-paid');
});

test('refunds that are open count against what can be given back, failed ones do not', async () => {
  const { payment, refunds } = await sendParts(4, 5);
  const request = (amount: number) => sql`
    select private.request_refund(p, ${amount}, null) from public.payments p where p.id = ${payment.id}`;
  await money.fillWallet(sql, cast.ana, 10);
  expect(await problemOf(request(1.01))).toBe('refund-not-possible');
  await request(1);
  expect(await problemOf(request(0.01))).toBe('refund-not-possible');
  await money.finishRefund(sql, refunds[0] as money.Refund, 'failed');
  expect(await problemOf(request(4.01))).toBe('refund-not-possible');
  await request(4);
});

test.each([
  { outcomes: ['succeeded'], state: 'partly_refunded', refunded: 4, balance: 0 },
  { outcomes: ['failed', 'succeeded'], state: 'partly_refunded', refunded: 6, balance: 4 },
  { outcomes: ['succeeded', 'failed'], state: 'partly_refunded', refunded: 4, balance: 6 },
  { outcomes: ['failed', 'failed'], state: 'captured', refunded: 0, balance: 10 },
])('one that fails leaves the other as it is: $outcomes', async ({ outcomes, state, refunded, balance }) => {
  const { payment, refunds } = await sendParts(...[4, 6].slice(0, outcomes.length));
  for (const [index, outcome] of outcomes.entries())
    await money.finishRefund(sql, refunds[index] as money.Refund, outcome);
  await expectPayment(payment, state, refunded);
  await expectBalance(balance);
});

test('a refund moves along its states only, and never changes what it gives back', async () => {
  const { refund } = await cancelToSource();
  const write = (column: string, value: string | number | boolean) =>
    refusalOf(sql`update public.payment_refunds set ${sql({ [column]: value })} where id = ${refund.id}`);
  const { id: other } = await money.topUp(sql, cast.ana, 5);
  const changes = { amount: 1, payment_id: other, capture_reference: 'another', is_second_capture: true, reason: 'x' };
  for (const [column, value] of Object.entries({ ...changes, state: 'manual' }))
    expect(await write(column, value)).toBe('23514');
  expect(await refusalOf(sql`delete from public.payment_refunds where id = ${refund.id}`)).toBe('23514');
  await money.finishRefund(sql, refund, 'succeeded');
  for (const [column, value] of [['state', 'sent'] as const, ['provider_reference', 'another'] as const]) {
    expect(await write(column, value)).toBe('23514');
  }
});

test('an outcome counts once, also when two workers tell different ones at once, and is one that exists', async () => {
  const { payment, refund } = await cancelToSource();
  expect(await refusalOf(money.finishRefund(sql, refund, 'lost'))).toBe('23514');
  await money.finishRefund(sql, { id: crypto.randomUUID() }, 'succeeded');
  const outcomes = ['succeeded', 'failed', 'succeeded', 'failed'];
  await Promise.all(outcomes.map((outcome) => money.finishRefund(sql, refund, outcome)));
  const { state } = await money.readPayment(sql, payment.id);
  await expectBalance(state === 'refunded' ? 0 : 10);
  for (const outcome of [...outcomes, 'pending', 'retry', 'manual']) await money.finishRefund(sql, refund, outcome);
  expect((await money.readPayment(sql, payment.id)).state).toBe(state);
});

test.each([
  ['is ten days old', 11, 4],
  ['was tried eight times at AZUL', 0, 8],
])('a refund is tried again until it %s, and then made by an operator', async (_, days, attempts) => {
  const { refund } = await cancelToSource();
  for (const outcome of ['retry', 'pending', 'retry']) {
    await money.claimRefunds(sql);
    await money.finishRefund(sql, refund, outcome, 'No response');
    await sql`update public.payment_refunds set next_attempt_at = now() where id = ${refund.id}`;
  }
  expect(await refundState(refund)).toBe('sent');
  expect(await money.claimRefunds(sql)).toMatchObject([{ id: refund.id, attempts: 4 }]);
  await withoutRules(sql)`
    update public.payment_refunds set created_at = created_at - make_interval(days => ${days}), attempts = ${attempts}
    where id = ${refund.id}`;
  await money.finishRefund(sql, refund, 'retry', 'No response');
  expect([await refundState(refund), await money.claimRefunds(sql)]).toEqual(['manual', []]);
});

test('an operator finishes by hand what no program can, once, with the reference of the provider', async () => {
  const { payment, refund } = await cancelToSource();
  expect(await problemOf(finishByHand(cast.admin, refund, true))).toBe('refund-not-possible');
  await money.finishRefund(sql, refund, 'manual', 'No webservice');
  // A worker that comes late takes it from the operator no more.
  await money.finishRefund(sql, refund, 'retry');
  expect(await refundState(refund)).toBe('manual');
  expect(await problemOf(finishByHand(cast.admin, refund, null))).toBe('refund-not-possible');
  for (const reference of [null, ' ', 'x'.repeat(65), '-', '12', 'invented', `${randomUUID()}-4711`]) {
    expect(await problemOf(finishByHand(cast.admin, refund, true, reference))).toBe('reference-required');
  }
  await finishByHand(cast.admin, refund, true, ' 0004711 ');
  await expectPayment(payment, 'refunded', 10);
  expect(await money.refundsOf(sql, payment)).toMatchObject([
    { provider_reference: `${payment.provider_order}-4711`, error: null },
  ]);
  expect(await problemOf(finishByHand(cast.admin, refund, false))).toBe('refund-not-possible');
});

test('a manual refund that cannot be made is back in the wallet, with the reason', async () => {
  const { payment, refund } = await cancelToSource();
  await money.finishRefund(sql, refund, 'manual');
  for (const reason of [null, 'Too short', 'x'.repeat(301)]) {
    expect(await problemOf(finishByHand(cast.admin, refund, false, reason))).toBe('reason-required');
  }
  await finishByHand(cast.admin, refund, false, ' Card closed ');
  expect(await money.refundsOf(sql, payment)).toMatchObject([{ error: 'Card closed' }]);
  await expectBalance(10);
  await expectPayment(payment, 'captured', 0);
});

test('what fails waits for the operator where it was captured twice', async () => {
  const payment = await money.topUp(sql, cast.ana, 10);
  await money.capture(sql, payment, { reference: `second ${payment.id}` });
  const [second] = await money.refundsOf(sql, payment);
  expect(await adjustmentsOf(() => money.finishRefund(sql, second as money.Refund, 'failed'))).toBe(10);
  await expectBalance(10);
  await expectPayment(payment, 'captured', 0);
});

describe('a top-up that goes back', () => {
  const refund = (payment: money.Payment, amount: number, key?: string) =>
    money.refundTopUp(sql, cast.admin, payment, { amount, ...(key === undefined ? {} : { key }) });

  test('an administrator sends a top-up back in parts, and a repeat sends nothing twice', async () => {
    const payment = await money.topUp(sql, cast.ana, 20, 'paypal');
    const key = randomUUID();
    await Promise.all([refund(payment, 8, key), refund(payment, 8, key), refund(payment, 12)]);
    await refund(payment, 8, key);
    expect(await money.balanceOf(sql, cast.ana)).toBe(0);
    const refunds = await money.refundsOf(sql, payment);
    expect(refunds.map(({ amount }) => Number(amount)).toSorted()).toEqual([12, 8]);
    for (const sent of refunds) await money.finishRefund(sql, sent, 'succeeded');
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ state: 'refunded', refunded: 20 });
    const log = await sql`
      select actor_id, after ->> 'amount' as amount, after ->> 'reason' as reason from public.audit_log
      where subject_table = 'wallet_top_up_refunds' and subject_id = ${cast.ana.id} order by 2`;
    expect([...log]).toEqual([
      { actor_id: cast.admin.id, amount: '-12.00', reason: 'Asked for it' },
      { actor_id: cast.admin.id, amount: '-8.00', reason: 'Asked for it' },
    ]);
  });

  test('back goes at most what the wallet still has of the top-up, and no credit that came later', async () => {
    const payment = await money.topUp(sql, cast.ana, 20);
    await money.book(sql, cast.ana, { ...space, from: 1, to: 2 });
    await expect(refund(payment, 15.01)).rejects.toMatchObject({ hint: 'refund-over-top-up', detail: '15.00' });
    await refund(payment, 5);
    await money.fillWallet(sql, cast.ana, 50);
    await expect(refund(payment, 10.01)).rejects.toMatchObject({ hint: 'refund-over-top-up', detail: '10.00' });
    for (const amount of [0, -1, 0.001]) expect(await problemOf(refund(payment, amount))).toBe('refund-over-top-up');
    expect(await money.claimRefunds(sql)).toHaveLength(1);
  });

  test('only a top-up that was captured goes back, with a reason', async () => {
    const payment = await money.topUp(sql, cast.ana, 20);
    for (const reason of [null, ' ', 'x'.repeat(301)]) {
      expect(await problemOf(money.refundTopUp(sql, cast.admin, payment, { amount: 1, reason }))).toBe(
        'reason-required',
      );
    }
    const { payment: forReservation } = await money.holdAndPay(sql, cast.ana, { ...space, from: 1, to: 2 });
    const begun = await money.startPayment(sql, cast.ana, { amount: 10 });
    for (const other of [forReservation, begun, { ...payment, id: randomUUID() }]) {
      expect(await problemOf(refund(other, 1))).toBe('refund-not-possible');
    }
    await money.leave(sql, cast.ana);
    expect(await problemOf(refund(payment, 1))).toBe('refund-not-possible');
  });
});
