import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, createSpace, problemOf, refusalOf, withoutRules } from './as.ts';
import {
  balanceOf,
  cancel,
  capture,
  claimRefunds,
  fillWallet,
  finishRefund,
  holdAndPay,
  leave,
  type PaidReservation,
  type Payment,
  paidFor,
  type Refund,
  readPayment,
  refundReservation,
  refundsOf,
  startPayment,
  sumOf,
  topUp,
} from './money-world.ts';
import { openMoney } from './world.ts';

// Money that goes back to the card or PayPal account it came from. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();
beforeEach(async () => {
  // What earlier tests left open.
  await sql`update public.payment_refunds set next_attempt_at = null`;
});

/** A reservation of Ana's that is paid by card. */
async function bookByCard(
  method: 'card' | 'paypal' = 'card',
): Promise<{ reservation: PaidReservation; payment: Payment }> {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, from: 2, to: 4, method });
  await capture(sql, payment);
  return { reservation, payment: await readPayment(sql, payment.id) };
}

/** A reservation that was cancelled with the money to go back, and its refund. */
async function cancelToSource(): Promise<{ payment: Payment; refund: Refund }> {
  const { reservation, payment } = await bookByCard();
  await cancel(sql, cast.ana, reservation, true);
  const [refund] = await refundsOf(sql, payment);
  if (!refund) throw new Error('Nothing goes back');
  return { payment, refund };
}

const stateOf = async ({ id }: Payment) => {
  const { state, refunded } = await readPayment(sql, id);
  return { state, refunded };
};
const refundState = async ({ id }: Refund) => {
  const [row] = await sql<{ state: string }[]>`select state from public.payment_refunds where id = ${id}`;
  return row?.state;
};
const finishByHand = (actor: Actor, { id }: Refund, succeeded: boolean | null, said: string | null = 'Said') =>
  as(sql, actor)`select public.finish_manual_refund(${id}, ${succeeded}, ${said}, ${said})`;
/** Cancels and gives back at once, the parts one after the other. */
async function sendParts(
  ...parts: number[]
): Promise<{ reservation: PaidReservation; payment: Payment; refunds: Refund[] }> {
  const { reservation, payment } = await bookByCard();
  for (const amount of parts) await refundReservation(sql, cast.admin, reservation, { amount, toSource: true });
  return { reservation, payment, refunds: await refundsOf(sql, payment) };
}

test('cancelling gives the money to the wallet, and on to the card only if the driver says so', async () => {
  const { reservation, payment } = await bookByCard();
  await cancel(sql, cast.ana, reservation);
  expect(await balanceOf(sql, cast.ana)).toBe(10);
  expect(await refundsOf(sql, payment)).toEqual([]);
  const second = await bookByCard('paypal');
  await cancel(sql, cast.ana, second.reservation, true);
  expect(await balanceOf(sql, cast.ana)).toBe(10);
  expect(await refundsOf(sql, second.payment)).toMatchObject([{ amount: '10.00', state: 'requested' }]);
  expect(await stateOf(second.payment)).toEqual({ state: 'refunding', refunded: 0 });
});

test('a reservation that was paid from the wallet goes back to the wallet, whatever the driver says', async () => {
  await topUp(sql, cast.ana, 10);
  const { reservation } = await bookByCard();
  await cancel(sql, cast.ana, reservation);
  expect(await balanceOf(sql, cast.ana)).toBe(20);
  expect(await paidFor(sql, reservation)).toMatchObject({ paid: 0 });
});

test('nothing goes back to the card after the operator’s deadline', async () => {
  const { reservation, payment } = await bookByCard();
  await sql`update public.installation_settings set cancellation_deadline_minutes = 180`;
  await cancel(sql, cast.ana, reservation, true);
  await sql`update public.installation_settings set cancellation_deadline_minutes = 0`;
  expect(await refundsOf(sql, payment)).toEqual([]);
  expect(await balanceOf(sql, cast.ana)).toBe(0);
});

test('to the card goes at most what came from it; what was paid from the wallet returns there', async () => {
  const { reservation, payment } = await bookByCard();
  await fillWallet(sql, cast.ana, 10);
  await as(sql, cast.ana)`
      select public.change_reservation(${reservation.id}, ${reservation.start_time}, 4, ${space.spaceId}, ${reservation.start_time}, ${reservation.end_time},
        ${space.spaceId}, null)`;
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  await cancel(sql, cast.ana, reservation, true);
  expect(await refundsOf(sql, payment)).toMatchObject([{ amount: '10.00' }]);
  expect(await balanceOf(sql, cast.ana)).toBe(10);
});

test('an operator’s parts go back to the card one after the other, up to what was paid', async () => {
  const { reservation, payment } = await bookByCard();
  expect(await refundReservation(sql, cast.admin, reservation, { amount: 4, toSource: true })).toBe(4);
  const [first] = await refundsOf(sql, payment);
  await finishRefund(sql, first as Refund, 'succeeded');
  expect(await stateOf(payment)).toEqual({ state: 'partly_refunded', refunded: 4 });
  expect(await refundReservation(sql, cast.admin, reservation, { amount: 6, toSource: true })).toBe(6);
  const [, second] = await refundsOf(sql, payment);
  await finishRefund(sql, second as Refund, 'succeeded');
  expect(await stateOf(payment)).toEqual({ state: 'refunded', refunded: 10 });
  const over = refundReservation(sql, cast.admin, reservation, { amount: 0.01, toSource: true });
  expect(await problemOf(over)).toBe('refund-over-paid');
});

test('parts queue: each waits for the one before it, and the payment is refunding until none is open', async () => {
  const { payment, refunds } = await sendParts(4, 5, 1);
  expect(refunds).toMatchObject([{ amount: '4.00' }, { amount: '5.00' }, { amount: '1.00' }]);
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  for (const [index, refund] of refunds.entries()) {
    expect(await stateOf(payment)).toMatchObject({ state: 'refunding' });
    expect((await claimRefunds(sql)).map(({ id }) => id)).toEqual([refund.id]);
    // Neither one that is sent nor one that waits for an operator lets the next one pass.
    expect(await claimRefunds(sql)).toEqual([]);
    if (index === 1) await finishRefund(sql, refund, 'manual');
    expect(await claimRefunds(sql)).toEqual([]);
    await finishRefund(sql, refund, 'succeeded');
  }
  expect(await stateOf(payment)).toEqual({ state: 'refunded', refunded: 10 });
});

test('refunds that are open count against what can be given back', async () => {
  const { payment, refunds } = await sendParts(4, 5);
  const request = (amount: number) => sql`
    select private.request_refund(p, ${amount}, null) from public.payments p where p.id = ${payment.id}`;
  await fillWallet(sql, cast.ana, 10);
  expect(await problemOf(request(1.01))).toBe('refund-not-possible');
  await request(1);
  expect(await problemOf(request(0.01))).toBe('refund-not-possible');
  await finishRefund(sql, refunds[0] as Refund, 'failed');
  expect(await problemOf(request(4.01))).toBe('refund-not-possible');
  await request(4);
});

test.each([
  { outcomes: ['failed', 'succeeded'], state: 'partly_refunded', refunded: 6, balance: 4 },
  { outcomes: ['succeeded', 'failed'], state: 'partly_refunded', refunded: 4, balance: 6 },
  { outcomes: ['failed', 'failed'], state: 'captured', refunded: 0, balance: 10 },
])('one that fails leaves the other as it is: $outcomes', async ({ outcomes, state, refunded, balance }) => {
  const { payment, refunds } = await sendParts(4, 6);
  for (const [index, outcome] of outcomes.entries()) {
    await finishRefund(sql, refunds[index] as Refund, outcome);
    if (index === 0) expect(await stateOf(payment)).toMatchObject({ state: 'refunding' });
  }
  expect(await stateOf(payment)).toEqual({ state, refunded });
  expect(await balanceOf(sql, cast.ana)).toBe(balance);
});

test('a refund moves along its states only, and never changes what it gives back', async () => {
  const { refund } = await cancelToSource();
  const write = (column: string, value: unknown) =>
    refusalOf(sql`update public.payment_refunds set ${sql({ [column]: value })} where id = ${refund.id}`.execute());
  const other = await topUp(sql, cast.ana, 5);
  const changes = {
    amount: 1,
    payment_id: other.id,
    capture_reference: 'another',
    is_second_capture: true,
    reason: 'x',
  };
  for (const [column, value] of Object.entries(changes)) expect(await write(column, value)).toBe('23514');
  expect(await write('state', 'manual')).toBe('23514');
  expect(await refusalOf(sql`delete from public.payment_refunds where id = ${refund.id}`.execute())).toBe('23514');
  await finishRefund(sql, refund, 'succeeded');
  expect(await write('state', 'sent')).toBe('23514');
  expect(await write('provider_reference', 'another')).toBe('23514');
});

test('a refund that arrives leaves the account of refunds', async () => {
  const { payment, refund } = await cancelToSource();
  const open = await sumOf(sql, 'refunds');
  const [claimed] = await claimRefunds(sql);
  expect(claimed).toMatchObject({
    id: refund.id,
    payment_id: payment.id,
    provider: 'azul',
    provider_order: payment.provider_order,
    provider_reference: payment.provider_reference,
    amount: '10.00',
    payment_amount: '10.00',
    tax: '1.53',
    currency: 'USD',
    attempts: 1,
  });
  await finishRefund(sql, refund, 'succeeded');
  expect((await sumOf(sql, 'refunds')) - open).toBe(-10);
  expect(await refundState(refund)).toBe('succeeded');
  expect(await stateOf(payment)).toEqual({ state: 'refunded', refunded: 10 });
});

test('a refund that fails is back in the wallet, and the payment is captured again', async () => {
  const { payment, refund } = await cancelToSource();
  await finishRefund(sql, refund, 'failed', 'Too old');
  expect(await balanceOf(sql, cast.ana)).toBe(10);
  expect(await stateOf(payment)).toEqual({ state: 'captured', refunded: 0 });
});

test('an outcome counts once, also when two workers tell different ones at once', async () => {
  const { payment, refund } = await cancelToSource();
  await Promise.all(
    ['succeeded', 'failed', 'succeeded', 'failed'].map((outcome) => finishRefund(sql, refund, outcome)),
  );
  const { state } = await stateOf(payment);
  expect(await balanceOf(sql, cast.ana)).toBe(state === 'refunded' ? 0 : 10);
  for (const outcome of ['succeeded', 'failed', 'pending', 'retry', 'manual']) {
    await finishRefund(sql, refund, outcome);
  }
  expect((await stateOf(payment)).state).toBe(state);
});

test('an unknown outcome is an error, and an unknown refund nothing', async () => {
  const { refund } = await cancelToSource();
  expect(await refusalOf(finishRefund(sql, refund, 'lost'))).toBe('23514');
  await finishRefund(sql, { id: crypto.randomUUID() }, 'succeeded');
  expect(await refundState(refund)).toBe('sent');
});

test('a claimed refund is claimed again after ten minutes, then less and less often', async () => {
  const { refund } = await cancelToSource();
  const minutes: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    expect(await claimRefunds(sql)).toMatchObject([{ id: refund.id, attempts: attempt + 1 }]);
    expect(await claimRefunds(sql)).toEqual([]);
    const [row] = await sql<{ minutes: number }[]>`
      select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
      from public.payment_refunds where id = ${refund.id}`;
    minutes.push(row?.minutes ?? Number.NaN);
    await finishRefund(sql, refund, attempt % 2 === 0 ? 'retry' : 'pending', 'No response');
    await sql`update public.payment_refunds set next_attempt_at = now() where id = ${refund.id}`;
  }
  expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440]);
  expect(await refundState(refund)).toBe('sent');
});

test('a refund that does not arrive within ten days waits for an operator', async () => {
  const { refund } = await cancelToSource();
  await withoutRules(
    sql,
  )`update public.payment_refunds set created_at = now() - interval '11 days' where id = ${refund.id}`;
  await claimRefunds(sql);
  await finishRefund(sql, refund, 'retry', 'No response');
  expect(await refundState(refund)).toBe('manual');
  expect(await claimRefunds(sql)).toEqual([]);
});

test('several workers claim each refund once', async () => {
  const reservations: PaidReservation[] = [];
  for (let n = 0; n < 8; n += 1) {
    const space = await createSpace(sql);
    const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, from: 2, to: 4 });
    await capture(sql, payment);
    reservations.push(reservation);
  }
  await Promise.all(reservations.map((reservation) => cancel(sql, cast.ana, reservation, true)));
  const claims = await Promise.all(Array.from({ length: 6 }, () => claimRefunds(sql, 3)));
  const ids = claims.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids, ...(await claimRefunds(sql)).map(({ id }) => id)]).toHaveLength(8);
});

test('an operator finishes by hand what no program can, once', async () => {
  const { payment, refund } = await cancelToSource();
  expect(await problemOf(finishByHand(cast.admin, refund, true))).toBe('refund-not-possible');
  await finishRefund(sql, refund, 'manual', 'No webservice');
  // A worker that comes late takes it from the operator no more.
  await finishRefund(sql, refund, 'retry');
  expect(await refundState(refund)).toBe('manual');
  for (const actor of [cast.ana, cast.beto, cast.suspended]) {
    expect(await refusalOf(finishByHand(actor, refund, true))).toBe('42501');
  }
  expect(await problemOf(finishByHand(cast.admin, refund, null))).toBe('refund-not-possible');
  for (const reference of [null, ' ', 'x'.repeat(65)]) {
    expect(await problemOf(finishByHand(cast.admin, refund, true, reference))).toBe('reference-required');
  }
  await finishByHand(cast.admin, refund, true, ` ${'x'.repeat(64)} `);
  expect(await stateOf(payment)).toEqual({ state: 'refunded', refunded: 10 });
  expect(await refundsOf(sql, payment)).toMatchObject([{ provider_reference: 'x'.repeat(64), error: null }]);
  expect(await problemOf(finishByHand(cast.admin, refund, false))).toBe('refund-not-possible');
});

test('a manual refund that cannot be made is back in the wallet', async () => {
  const { payment, refund } = await cancelToSource();
  await finishRefund(sql, refund, 'manual');
  for (const reason of [null, ' ', 'x'.repeat(301)]) {
    expect(await problemOf(finishByHand(cast.admin, refund, false, reason))).toBe('reason-required');
  }
  await finishByHand(cast.admin, refund, false, ' Card closed ');
  expect(await refundsOf(sql, payment)).toMatchObject([{ error: 'Card closed' }]);
  expect(await balanceOf(sql, cast.ana)).toBe(10);
  expect(await stateOf(payment)).toEqual({ state: 'captured', refunded: 0 });
});

test('a second capture goes back beside the payment, and waits for the operator when that fails', async () => {
  const payment = await topUp(sql, cast.ana, 10);
  await capture(sql, payment, { reference: `second ${payment.id}` });
  const [second] = await refundsOf(sql, payment);
  const adjustments = await sumOf(sql, 'adjustments');
  await finishRefund(sql, second as Refund, 'failed');
  expect((await sumOf(sql, 'adjustments')) - adjustments).toBe(10);
  expect(await balanceOf(sql, cast.ana)).toBe(10);
  expect(await stateOf(payment)).toEqual({ state: 'captured', refunded: 0 });
});

test('what fails for a deleted account waits for the operator', async () => {
  const { refund } = await cancelToSource();
  await leave(sql, cast.ana);
  const adjustments = await sumOf(sql, 'adjustments');
  await finishRefund(sql, refund, 'failed');
  expect((await sumOf(sql, 'adjustments')) - adjustments).toBe(10);
});

test('outcomes that come while the account is being deleted meet no deadlock', async () => {
  const { refund } = await cancelToSource();
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  await expect(
    Promise.all([finishRefund(sql, refund, 'failed'), leave(sql, cast.ana), capture(sql, payment)]),
  ).resolves.toBeTruthy();
});
