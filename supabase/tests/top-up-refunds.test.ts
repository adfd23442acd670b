import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, problemOf, refusalOf } from './as.ts';
import {
  balanceOf,
  book,
  claimRefunds,
  fillWallet,
  finishRefund,
  holdAndPay,
  leave,
  type Payment,
  readPayment,
  refundsOf,
  refundTopUp,
  startPayment,
  topUp,
} from './money-world.ts';
import { openMoney } from './world.ts';

// A top-up that goes back to its card. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();

const refund = (payment: Payment, amount: number, key?: string) =>
  refundTopUp(sql, cast.admin, payment, { amount, ...(key === undefined ? {} : { key }) });

test('an administrator sends a top-up back in parts, and a repeat sends nothing twice', async () => {
  const payment = await topUp(sql, cast.ana, 20, 'paypal');
  const key = randomUUID();
  await Promise.all([refund(payment, 8, key), refund(payment, 8, key), refund(payment, 12)]);
  await refund(payment, 8, key);
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  const refunds = await refundsOf(sql, payment);
  expect(refunds.map(({ amount }) => Number(amount)).toSorted()).toEqual([12, 8]);
  for (const sent of refunds) await finishRefund(sql, sent, 'succeeded');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'refunded', refunded: 20 });
  const log = await sql`
    select actor_id, after ->> 'amount' as amount, after ->> 'reason' as reason from public.audit_log
    where subject_table = 'wallet_top_up_refunds' and subject_id = ${cast.ana.id} order by 2`;
  expect([...log]).toEqual([
    { actor_id: cast.admin.id, amount: '-12.00', reason: 'Asked for it' },
    { actor_id: cast.admin.id, amount: '-8.00', reason: 'Asked for it' },
  ]);
});

test('back goes at most what remains of the top-up, and at most what the wallet holds', async () => {
  const payment = await topUp(sql, cast.ana, 20);
  await book(sql, cast.ana, { ...space, from: 1, to: 2 });
  await expect(refund(payment, 15.01)).rejects.toMatchObject({ hint: 'refund-over-top-up', detail: '15.00' });
  await refund(payment, 5);
  await fillWallet(sql, cast.ana, 50);
  await expect(refund(payment, 15.01)).rejects.toMatchObject({ hint: 'refund-over-top-up', detail: '15.00' });
  for (const amount of [0, -1, 0.001]) expect(await problemOf(refund(payment, amount))).toBe('refund-over-top-up');
  expect(await claimRefunds(sql)).toHaveLength(1);
});

test('nobody else may, and only a top-up that was captured goes back, with a reason', async () => {
  const payment = await topUp(sql, cast.ana, 20);
  for (const actor of [cast.ana, cast.beto, cast.suspended, { role: 'anon', id: null, email: null } as const]) {
    expect(await refusalOf(refundTopUp(sql, actor, payment, { amount: 1 }))).toBe('42501');
  }
  for (const reason of [null, ' ', 'x'.repeat(301)]) {
    expect(await problemOf(refundTopUp(sql, cast.admin, payment, { amount: 1, reason }))).toBe('reason-required');
  }
  const { payment: forReservation } = await holdAndPay(sql, cast.ana, { ...space, from: 1, to: 2 });
  const begun = await startPayment(sql, cast.ana, { amount: 10 });
  for (const other of [forReservation, begun, { ...payment, id: randomUUID() }]) {
    expect(await problemOf(refund(other, 1))).toBe('refund-not-possible');
  }
  await leave(sql, cast.ana);
  expect(await problemOf(refund(payment, 1))).toBe('refund-not-possible');
});

test('a booking and a refund at once never spend the same money', async () => {
  const payment = await topUp(sql, cast.ana, 10);
  const outcomes = await Promise.allSettled([
    book(sql, cast.ana, { ...space, from: 1, to: 3 }),
    refund(payment, 10),
    as(sql, cast.admin)`select public.adjust_wallet(${cast.ana.id}, -10, 'Wrong', ${randomUUID()})`,
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balanceOf(sql, cast.ana)).toBe(0);
});
