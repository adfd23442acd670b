import { expect, test } from 'vitest';
import { toSantoDomingoDay } from '../../supabase/functions/payments/azul-webservice.ts';
import { toRefundOrder } from '../../supabase/functions/payments/refunds.ts';
import { as } from '../../supabase/tests/as.ts';
import type { PayingDriver, PaymentsUnderTest, Started } from '../testing/payments.ts';
import { setUpPayments } from '../testing/payments.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let payments: PaymentsUnderTest;
let driver: PayingDriver;
let reservation: string;
let started: Started;

setUpPayments((fresh) => {
  ({ payments, driver } = fresh);
});

/** A reservation that was paid, with what the provider is to do with it later. */
async function pay(method: 'card' | 'paypal', outcome = 'approve'): Promise<void> {
  reservation = await payments.hold(driver, method);
  started = await payments.start(driver, { purpose: 'reservation', method, reservation: reservation });
  await payments.comeBack(await payments.decide(started, outcome));
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured' });
}

const cancel = () => as(payments.sql, driver.actor, (tx) => tx`select public.cancel_reservation(${reservation}, true)`);

async function payAndCancel(...paid: Parameters<typeof pay>): Promise<void> {
  await pay(...paid);
  await cancel();
}

/** Gives back a part of a top-up, as the database would for a reservation. */
async function refundPart(amount: number): Promise<void> {
  await payments.sql`
    select private.request_refund(p, ${amount}, 'a part') from public.payments p where p.id = ${started.id}`;
}

const readRefunds = () => payments.sql`
  select state, error, attempts from public.payment_refunds where payment_id = ${started.id} order by created_at`;

/** What AZUL has made of the sale, under its own order number or under that of a refund. */
async function findReversals(): Promise<string[]> {
  const [payment] = await payments.sql`select provider_order from public.payments where id = ${started.id}`;
  const refunds = await payments.sql`select id from public.payment_refunds where payment_id = ${started.id}`;
  const orders = [String(payment?.provider_order), ...refunds.map(({ id }) => toRefundOrder(String(id)))];
  const [from, to] = [Date.now(), Date.now() + 30 * DAY_MS].map(toSantoDomingoDay);
  const found = await payments.providers.azul?.webservice?.search(from ?? '', to ?? '');
  return (found ?? [])
    .filter(({ order, type, isApproved }) => orders.includes(order) && type !== 'sale' && isApproved)
    .map(({ type }) => type);
}

test.each(['card', 'paypal'] as const)(
  'a cancelled reservation that was paid by %s goes back to where it came from',
  async (method) => {
    await payAndCancel(method);
    expect(await payments.readPayment(started.id)).toMatchObject({ state: 'refunding' });
    expect(await payments.readBalance(driver)).toBe(0);
    expect(await payments.work()).toMatchObject({ refunds: 1 });
    expect(await payments.readPayment(started.id)).toMatchObject({ state: 'refunded', refunded: 15 });
    expect(await readRefunds()).toMatchObject([{ state: 'succeeded', error: null }]);
  },
);

test('a card payment is voided within twenty minutes and refunded after them', async () => {
  await payAndCancel('card');
  await payments.work();
  expect(await findReversals()).toEqual(['void']);
  await payAndCancel('card');
  await payments.setClocks(21 * MINUTE_MS);
  await payments.work();
  expect(await findReversals()).toEqual(['refund']);
});

test('a part of a card payment is refunded, never voided', async () => {
  started = await payments.start(driver, { purpose: 'top_up', method: 'card', amount: 1000 });
  await payments.comeBack(await payments.decide(started));
  await refundPart(2.5);
  await payments.work();
  expect(await findReversals()).toEqual(['refund']);
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'partly_refunded', refunded: 2.5 });
  expect(await payments.readBalance(driver)).toBe(7.5);
});

test('a second part of a card payment, of the same amount too, waits for the operator', async () => {
  started = await payments.start(driver, { purpose: 'top_up', method: 'card', amount: 1000 });
  await payments.comeBack(await payments.decide(started));
  await refundPart(2.5);
  await dropResponseToRefund();
  await payments.work();
  await setPlan();
  await payments.workWhenDue();
  expect(await readRefunds()).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
  await refundPart(2.5);
  await payments.work();
  expect(await readRefunds()).toMatchObject([{ state: 'succeeded' }, { state: 'manual', error: 'refunded-before' }]);
  expect(await findReversals()).toEqual(['refund']);
});

test('PayPal gives back parts up to the whole', async () => {
  started = await payments.start(driver, { purpose: 'top_up', method: 'paypal', amount: 1000 });
  await payments.comeBack(await payments.decide(started));
  for (const amount of [2.5, 7.5]) {
    await refundPart(amount);
    await payments.work();
  }
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'refunded', refunded: 10 });
});

test.each(['card', 'paypal'] as const)(
  'a refund that fails at the provider (%s) is in the wallet again',
  async (method) => {
    await payAndCancel(method, 'refund-failed');
    // A void is not offered any more, so that AZUL refunds.
    await payments.setClocks(21 * MINUTE_MS);
    await payments.work();
    expect(await readRefunds()).toMatchObject([{ state: 'failed' }]);
    expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured' });
    expect(await payments.readBalance(driver)).toBe(15);
  },
);

test('a refund that AZUL makes only after the settlement is tried again until then', async () => {
  await payAndCancel('card', 'refund-after-settlement');
  await payments.setClocks(21 * MINUTE_MS);
  await payments.work();
  expect(await readRefunds()).toMatchObject([{ state: 'sent', error: 'WRONG TRANSACTION STATE' }]);
  await payments.setClocks(DAY_MS + 60 * MINUTE_MS);
  await payments.workWhenDue();
  expect(await readRefunds()).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
});

test.each(['card', 'paypal'] as const)('a refund (%s) whose response is lost is made once', async (method) => {
  await payAndCancel(method);
  await payments.setClocks(21 * MINUTE_MS);
  await dropResponseToRefund();
  await payments.work();
  expect(await readRefunds()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  await setPlan();
  await payments.workWhenDue();
  expect(await readRefunds()).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
  if (method === 'card') expect(await findReversals()).toEqual(['refund']);
});

/** The searches before it are not of one order, and so not dropped. */
const dropResponseToRefund = () => setPlan('dropped-response');

async function setPlan(...faults: string[]): Promise<void> {
  const [row] = await payments.sql<{ provider_order: string }[]>`
    select provider_order from public.payments where id = ${started.id}`;
  await fetch(`${payments.simulatorUrl}/simulator/faults/${row?.provider_order}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  });
}

test('a refund waits while the provider is down', async () => {
  await payAndCancel('card');
  await payments.setEveryFault('host-down');
  await payments.work();
  expect(await readRefunds()).toMatchObject([{ state: 'sent' }]);
  await payments.setEveryFault();
  await payments.workWhenDue();
  expect(await readRefunds()).toMatchObject([{ state: 'succeeded' }]);
});

test.each([
  ['refund-pending', 'succeeded', 0],
  ['refund-pending-failed', 'failed', 15],
])('a refund that PayPal looks into ends later (%s)', async (fault, state, balance) => {
  await payAndCancel('paypal', fault);
  await payments.work();
  expect(await readRefunds()).toMatchObject([{ state: 'sent' }]);
  await payments.setClocks(MINUTE_MS);
  await payments.workWhenDue();
  expect(await readRefunds()).toMatchObject([{ state }]);
  expect(await payments.readBalance(driver)).toBe(balance);
});

test('what a program cannot give back waits for the operator', async () => {
  await payAndCancel('card');
  await payments.setClocks(190 * DAY_MS);
  await payments.work();
  expect(await readRefunds()).toMatchObject([{ state: 'manual', error: 'too-late' }]);
  await payments.setClocks(0);
  await payAndCancel('paypal', 'webhook-never');
  await payments.reverse(started, 'dispute');
  await payments.work();
  expect(await readRefunds()).toMatchObject([{ state: 'manual', error: 'rejected TRANSACTION_DISPUTED' }]);
});

test('an AzulOrderId that a driver altered in the return voids no payment of somebody else', async () => {
  const other = await payments.createDriver('beto');
  const large = await payments.start(other, { purpose: 'top_up', method: 'card', amount: 500_000 });
  const largeAddress = new URL(await payments.decide(large));
  await payments.comeBack(largeAddress.href);
  reservation = await payments.hold(driver);
  started = await payments.start(driver, { purpose: 'reservation', method: 'card', reservation: reservation });
  const address = new URL(await payments.decide(started));
  address.searchParams.set('AzulOrderId', largeAddress.searchParams.get('AzulOrderId') ?? '');
  await payments.comeBack(address.href);
  await cancel();
  await payments.work();
  expect(await findReversals()).toEqual(['void']);
  started = large;
  expect(await findReversals()).toEqual([]);
});

test('a refund that an operator made in AZUL’s portal is not made again', async () => {
  await payAndCancel('card');
  const [row] = await payments.sql<{ provider_order: string }[]>`
    select provider_order from public.payments where id = ${started.id}`;
  const found = await fetch(`${payments.simulatorUrl}/simulator/orders/${row?.provider_order}`);
  const orders = (await found.json()) as { reference: string }[];
  await payments.providers.azul?.webservice?.cancel({
    azulOrderId: orders[0]?.reference ?? '',
    order: row?.provider_order ?? '',
  });
  await payments.setClocks(21 * MINUTE_MS);
  await payments.work();
  await payments.workWhenDue();
  expect(await readRefunds()).toMatchObject([{ state: 'succeeded' }]);
  expect(await findReversals()).toEqual(['void']);
});
