import { expect, test } from 'vitest';
import type { PayingDriver, PaymentsUnderTest, Started } from '../testing/payments.ts';
import { setUpPayments } from '../testing/payments.ts';

let payments: PaymentsUnderTest;
let driver: PayingDriver;
let reservation: string;

setUpPayments(async (fresh) => {
  ({ payments, driver } = fresh);
  reservation = await payments.hold(driver, 'paypal');
});

const start = () => payments.start(driver, { purpose: 'reservation', method: 'paypal', reservation: reservation });
const startTopUp = () => payments.start(driver, { purpose: 'top_up', method: 'paypal', amount: 590 });

test('a driver pays a reservation with PayPal, and it is booked and charged once', async () => {
  const started = await start();
  expect(started).toMatchObject({ status: 200, state: 'pending', next: { kind: 'redirect' } });
  const back = await payments.comeBack(await payments.decide(started));
  expect(back).toMatchObject({ status: 303, location: `${payments.url}/payment/${started.id}` });
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured', amount: 15, paid_with: 'PayPal' });
  expect(await payments.readStatus(reservation)).toBe('active');
  await expect
    .poll(() => payments.findEvents(started.id))
    .toContainEqual(expect.objectContaining({ kind: 'PAYMENT.CAPTURE.COMPLETED' }));
  expect(await payments.readBalance(driver)).toBe(0);
  expect(await payments.readDifferences()).toEqual([]);
});

test('PayPal declines, and the driver reads so while the space is free again', async () => {
  const started = await start();
  await payments.comeBack(await payments.decide(started, 'decline'));
  expect(await payments.readPayment(started.id)).toMatchObject({
    state: 'declined',
    failure: 'payment-try-other-card',
  });
  expect(await payments.readStatus(reservation)).toBe('lapsed');
});

test('a driver who leaves PayPal’s page pays nothing', async () => {
  const started = await start();
  await payments.comeBack(await payments.decide(started, 'leave'));
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'abandoned' });
  expect(await payments.readStatus(reservation)).toBe('lapsed');
});

test.each(['webhook-before-browser', 'return-never', 'webhook-duplicated', 'return-twice', 'webhook-out-of-order'])(
  'with the fault %s a payment is counted once',
  async (fault) => {
    const started = await startTopUp();
    const address = await payments.decide(started, fault);
    if (fault !== 'return-never') await payments.comeBack(address);
    await expect.poll(() => payments.readBalance(driver)).toBe(5.9);
    await payments.workWhenDue();
    await payments.comeBack(address);
    expect(await payments.readBalance(driver)).toBe(5.9);
    expect(await payments.readDifferences()).toEqual([]);
  },
);

test('a payment of which neither the browser nor a webhook tells is found by asking', async () => {
  await payments.setNextFaults('webhook-never', 'return-never');
  const started = await start();
  await payments.decide(started, 'return-never');
  await payments.workWhenDue();
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured', served: true });
});

test('a webhook with a wrong signature is rejected, and the operator warned once', async () => {
  await payments.setNextFaults('return-never');
  const started = await startTopUp();
  await payments.decide(started, 'webhook-bad-signature');
  await expect.poll(() => payments.readDifferences()).toMatchObject([{ kind: 'bad-signature', payment_id: null }]);
  expect(await payments.findEvents(started.id)).toEqual([]);
  expect(await payments.readBalance(driver)).toBe(0);
});

test('a capture that PayPal looks into is counted when it is completed, without a webhook', async () => {
  await payments.setNextFaults('webhook-never');
  const started = await startTopUp();
  await payments.comeBack(await payments.decide(started, 'capture-pending'));
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
  await payments.setProviderClock(60_000);
  await payments.workWhenDue();
  expect(await payments.readBalance(driver)).toBe(5.9);
});

test.each(['capture-declined', 'capture-pending-declined'])('with the fault %s nothing is counted', async (fault) => {
  const started = await startTopUp();
  await payments.comeBack(await payments.decide(started, fault));
  await payments.setProviderClock(60_000);
  await payments.workWhenDue();
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'declined', failure: 'payment-declined' });
  expect(await payments.readBalance(driver)).toBe(0);
});

test('a driver who approves after the hold is over is not charged', async () => {
  const started = await start();
  await payments.setNextFaults('webhook-never');
  const address = await payments.decide(started);
  payments.setServerClock(11 * 60_000);
  await payments.comeBack(address);
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'abandoned', failure: 'payment-too-late' });
  const order = await readOrder(started);
  expect(order?.capture).toBeNull();
});

async function readOrder({ next }: Started) {
  const number = next.kind === 'redirect' ? new URL(next.url).searchParams.get('token') : null;
  return payments.providers.paypal?.orders.find(number ?? '');
}

test('a driver who left one tab and approved in the other is not charged', async () => {
  const started = await start();
  // Its notice would be a third one that asks for the money.
  const address = await payments.decide(started, 'webhook-never');
  await payments.comeBack(`${payments.functionUrl}/paypal/cancelled?payment=${started.id}`);
  await payments.comeBack(address);
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'abandoned' });
  expect((await readOrder(started))?.capture).toBeNull();
});

test('a top-up may be approved late', async () => {
  const started = await startTopUp();
  const address = await payments.decide(started, 'webhook-never');
  payments.setServerClock(60 * 60_000);
  await payments.comeBack(address);
  expect(await payments.readBalance(driver)).toBe(5.9);
});

test('while PayPal is down no payment starts, and the space is free', async () => {
  await payments.setEveryFault('host-down');
  expect(await start()).toMatchObject({ status: 409, problem: 'payment-provider-down' });
  expect(await payments.readStatus(reservation)).toBe('lapsed');
});

test('a capture whose response is lost is found by asking, and never made twice', async () => {
  const started = await startTopUp();
  const address = await payments.decide(started, 'webhook-never');
  await payments.setEveryFault('dropped-response');
  expect(await payments.comeBack(address)).toMatchObject({ status: 303 });
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
  await payments.setEveryFault();
  expect(await payments.check(driver, started.id)).toMatchObject({ body: { state: 'captured' } });
  expect(await payments.readBalance(driver)).toBe(5.9);
});

test('PayPal’s approved address opened by hand takes no money, and the driver goes on', async () => {
  const started = await startTopUp();
  await payments.comeBack(`${payments.functionUrl}/paypal/approved?payment=${started.id}&token=MADE-UP`);
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
  await payments.comeBack(await payments.decide(started));
  expect(await payments.readBalance(driver)).toBe(5.9);
});

test('a payment that goes on while PayPal is down is not given up', async () => {
  const request = { id: crypto.randomUUID(), purpose: 'top_up', method: 'paypal', amount: 590 };
  const started = await payments.start(driver, request);
  await payments.setEveryFault('host-down');
  expect(await payments.start(driver, request)).toMatchObject({ status: 409, problem: 'payment-provider-down' });
  await payments.setEveryFault();
  await payments.comeBack(await payments.decide(started));
  expect(await payments.readBalance(driver)).toBe(5.9);
});

test.each(['won', 'lost'] as const)(
  'a dispute is shown to the operator, takes nothing from the wallet, and is over when it is %s',
  async (outcome) => {
    const started = await payments.start(driver, { purpose: 'top_up', method: 'paypal', amount: 1000 });
    await payments.comeBack(await payments.decide(started, 'dispute'));
    await expect.poll(() => payments.readDifferences()).toMatchObject([{ kind: 'dispute', payment_id: started.id }]);
    expect(await payments.readBalance(driver)).toBe(10);
    expect(await payments.readDisputed(started)).toBe(-10);
    await payments.reverse(started, `dispute-${outcome}`);
    await expect.poll(() => payments.readDifferences()).toEqual([]);
    expect(await payments.readDisputed(started)).toBe(0);
  },
);

test('a refund that was made at PayPal is shown to the operator at once', async () => {
  const started = await payments.start(driver, { purpose: 'top_up', method: 'paypal', amount: 1000 });
  await payments.comeBack(await payments.decide(started));
  await payments.reverse(started, 'refund', 400);
  await expect
    .poll(() => payments.readDifferences())
    .toMatchObject([{ kind: 'refunded-there', payment_id: started.id }]);
  expect(await payments.readDisputed(started)).toBe(-4);
  expect(await payments.readBalance(driver)).toBe(10);
});
