import { afterEach, expect, test } from 'vitest';
import { setUpPayments } from '../testing/payments/set-up-payments.ts';
import type { PayingDriver, PaymentsUnderTest, Started } from '../testing/payments/start-payments.ts';

let payments: PaymentsUnderTest;
let driver: PayingDriver;

setUpPayments((fresh) => {
  ({ payments, driver } = fresh);
});
afterEach(async () => {
  await payments.sql`truncate private.payment_comparisons`;
  // Each test has days of its own.
  await moveBack(30);
});

/** Lets everything have happened so many days ago, here and at the simulated providers. */
async function moveBack(days: number): Promise<void> {
  await payments.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update public.payments set created_at = created_at - make_interval(days => ${days}),
        captured_at = captured_at - make_interval(days => ${days})`;
    await sql`update parqueo_server.simulated_orders set processed_at = processed_at - make_interval(days => ${days})`;
    await sql`
      update parqueo_server.simulated_orders set content = jsonb_set(content, '{transaction,dateTime}', to_jsonb(to_char(
        to_timestamp(content #>> '{transaction,dateTime}', 'YYYYMMDDHH24MISS') - make_interval(days => ${days}),
        'YYYYMMDDHH24MISS')))
      where provider = 'azul' and content #>> '{transaction,dateTime}' is not null`;
  });
}

/** Works until no day is left; the number of days that were compared. */
async function compareAll(): Promise<number> {
  let days = 0;
  for (let found = 1; found > 0; days += found) found = (await payments.work()).comparisons;
  return days;
}

async function top(method: 'card' | 'paypal', outcome = 'approve'): Promise<Started> {
  await payments.setNextFaults('webhook-never');
  const started = await payments.start(driver, { purpose: 'top_up', method, amount: 1000 });
  const address = await payments.decide(started, outcome);
  if (outcome === 'approve') await payments.comeBack(address);
  return started;
}

async function alter(started: Started, columns: Record<string, string>): Promise<void> {
  await payments.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.payments set ${sql(columns)} where id = ${started.id}`;
  });
}

test('a day on which both sides agree has no differences, and is compared once', async () => {
  await top('card');
  await top('paypal');
  await moveBack(1);
  expect([await compareAll(), await compareAll()]).toEqual([2, 0]);
  expect(await payments.readDifferences()).toEqual([]);
});

test.each(['card', 'paypal'] as const)('an amount that differs from the provider’s (%s) is found', async (method) => {
  const started = await top(method);
  await alter(started, { amount: '20.00' });
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toMatchObject([{ kind: 'amount', payment_id: started.id }]);
});

test.each(['card', 'paypal'] as const)('a payment that the provider (%s) does not have is found', async (method) => {
  const started = await top(method);
  await payments.sql`
    delete from parqueo_server.simulated_orders
    where number = (select provider_order from public.payments where id = ${started.id})`;
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toMatchObject([{ kind: 'missing-there', payment_id: started.id }]);
});

test('a sale that was given up here is found and counted', async () => {
  const missing = await top('card', 'return-never');
  await alter(missing, { state: 'abandoned' });
  await top('card');
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toMatchObject([{ kind: 'missing-here', payment_id: missing.id }]);
  expect(await payments.readPayment(missing.id)).toMatchObject({ state: 'captured' });
});

test.each([0, 3])('a second sale of an order, made %i days after the first, goes back by itself', async (days) => {
  const started = await top('card');
  await moveBack(days);
  await payments.decide(started, 'return-never');
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toMatchObject([{ kind: 'captured-twice', payment_id: started.id }]);
  const refunds = await payments.sql`
    select amount::float as amount, is_second_capture from public.payment_refunds where payment_id = ${started.id}`;
  expect(refunds).toEqual([{ amount: 10, is_second_capture: true }]);
  expect(await payments.readBalance(driver)).toBe(10);
});

test('a sale whose order was paid by one that AZUL does not list is left to the operator', async () => {
  const started = await top('card');
  await alter(started, { provider_reference: 'another-reference' });
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toMatchObject([
    { kind: 'missing-there', payment_id: started.id },
    { kind: 'missing-here', payment_id: started.id },
  ]);
  expect(await payments.sql`select from public.payment_refunds where payment_id = ${started.id}`).toHaveLength(0);
});

test('a sale of an order that is not here is found', async () => {
  const missing = await top('card');
  await payments.sql`update parqueo_server.simulated_orders set number = 'AAAAAAAAAAAAAAA',
    content = jsonb_set(content, '{orderNumber}', '"AAAAAAAAAAAAAAA"')
    where number = (select provider_order from public.payments where id = ${missing.id})`;
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toMatchObject([
    { kind: 'missing-there', payment_id: missing.id },
    { kind: 'missing-here', payment_id: null, provider_order: 'AAAAAAAAAAAAAAA' },
  ]);
});

test('a day that could not be compared is compared later', async () => {
  await top('card');
  await moveBack(1);
  await payments.setEveryFault('server-error');
  await payments.work();
  await payments.setEveryFault();
  const readOpen = async () =>
    (await payments.sql`select from private.payment_comparisons where finished_at is null`).length;
  await compareAll();
  expect(await readOpen()).toBeGreaterThan(0);
  await payments.sql`update private.payment_comparisons set started_at = now() - interval '2 hours'`;
  await compareAll();
  expect(await readOpen()).toBe(0);
  expect(await payments.readDifferences()).toEqual([]);
});
