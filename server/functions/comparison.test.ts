import { afterEach, expect, test } from 'vitest';
import { as } from '../../supabase/tests/as.ts';
import type { PayingDriver, PaymentsUnderTest, Started } from '../testing/payments.ts';
import { setUpPayments } from '../testing/payments.ts';

let payments: PaymentsUnderTest;
let driver: PayingDriver;

setUpPayments((fresh) => {
  ({ payments, driver } = fresh);
});
// A payment that stayed would have each day since then compared in the next tests.
afterEach(() =>
  payments.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from public.payments`;
    await sql`delete from public.payment_refunds`;
    await sql`delete from private.payment_reversals`;
    await sql`delete from private.payment_comparisons`;
    await sql`delete from parqueo_server.simulated_orders`;
  }),
);

/** Lets everything have happened so many days ago, here and at the simulated providers. */
async function moveBack(days: number): Promise<void> {
  await payments.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update public.payments set created_at = created_at - make_interval(days => ${days}),
        captured_at = captured_at - make_interval(days => ${days})`;
    await sql`update public.payment_refunds set finished_at = finished_at - make_interval(days => ${days})`;
    await sql`update parqueo_server.simulated_orders set processed_at = processed_at - make_interval(days => ${days})`;
    await sql`
      update parqueo_server.simulated_orders set content = jsonb_set(content, '{transaction,dateTime}', to_jsonb(to_char(
        to_timestamp(content #>> '{transaction,dateTime}', 'YYYYMMDDHH24MISS') - make_interval(days => ${days}),
        'YYYYMMDDHH24MISS')))
      where provider = 'azul' and content #>> '{transaction,dateTime}' is not null`;
    await sql`
      update parqueo_server.simulated_orders set content = jsonb_set(content, '{reversals}', (
        select jsonb_agg(jsonb_set(r, '{dateTime}', to_jsonb(to_char(
          to_timestamp(r ->> 'dateTime', 'YYYYMMDDHH24MISS') - make_interval(days => ${days}), 'YYYYMMDDHH24MISS'))))
        from jsonb_array_elements(content -> 'reversals') r))
      where provider = 'azul' and content -> 'reversals' <> '[]'`;
    await sql`
      update parqueo_server.simulated_orders set content = jsonb_set(content, '{dispute,updateTime}', to_jsonb(to_char(
        (content #>> '{dispute,updateTime}')::timestamptz at time zone 'utc' - make_interval(days => ${days}),
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      where content #>> '{dispute,updateTime}' is not null`;
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

async function alter(started: Started, columns: Record<string, string | Date>): Promise<void> {
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

/** Differences that are open, by their payments. */
async function listOpen(): Promise<string[]> {
  return (await payments.readDifferences()).map(({ kind, payment_id }) => `${payment_id} ${kind}`).toSorted();
}
const list = (all: [Started, string][]) => all.map(([{ id }, kind]) => `${id} ${kind}`).toSorted();

test('an amount that differs from the provider’s and a payment that it does not have are found', async () => {
  const differing = [await top('card'), await top('paypal')];
  for (const started of differing) await alter(started, { amount: '20.00' });
  const missing = [await top('card'), await top('paypal')];
  for (const { id } of missing) {
    await payments.sql`
      delete from parqueo_server.simulated_orders
      where number = (select provider_order from public.payments where id = ${id})`;
  }
  await moveBack(1);
  await compareAll();
  expect(await listOpen()).toEqual(
    list([
      ...differing.map((started): [Started, string] => [started, 'amount']),
      ...missing.map((started): [Started, string] => [started, 'missing-there']),
    ]),
  );
});

/** Differences of a payment that the product has closed by itself. */
const readClosed = ({ id }: Started) => payments.sql`
  select kind, outcome, amount::float as amount from public.payment_differences
  where payment_id = ${id} and resolved_at is not null`;

test.each(['card', 'paypal'] as const)(
  'the reference that an operator typed (%s) becomes the provider’s',
  async (method) => {
    const lost = await top(method, 'return-never');
    if (method === 'paypal') {
      await payments.workWhenDue();
    }
    await alter(lost, {
      state: 'captured',
      captured_at: new Date(),
      captured_by: 'operator',
      provider_reference: `typed-${lost.id}`,
    });
    await moveBack(1);
    await compareAll();
    expect(await payments.readDifferences()).toEqual([]);
    const [row] = await payments.sql`select provider_reference, captured_by from public.payments where id = ${lost.id}`;
    expect(row).toEqual({ provider_reference: expect.not.stringMatching('typed'), captured_by: 'comparison' });
    expect(await payments.sql`select from public.payment_refunds where payment_id = ${lost.id}`).toHaveLength(0);
  },
);

test('what only a return speaks for is verified once AZUL can be asked', async () => {
  const started = await top('card');
  await alter(started, { captured_by: 'return' });
  await payments.sql`
    select public.record_difference('azul', 'unverified', id, provider_order, '') from public.payments where id = ${started.id}`;
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toEqual([]);
  expect(await readClosed(started)).toEqual([{ kind: 'unverified', outcome: 'verified', amount: 10 }]);
});

test('what a provider takes back by itself is found, days later too', async () => {
  const taken = [
    { started: await top('card'), type: 'Refund', kind: 'refunded-there' },
    { started: await top('card'), type: 'Chargeback', kind: 'dispute' },
    { started: await top('paypal'), type: 'refund', kind: 'refunded-there' },
    { started: await top('paypal'), type: 'dispute', kind: 'dispute' },
  ] as const;
  await moveBack(20);
  await compareAll();
  for (const { started, type } of taken) await payments.reverse(started, type);
  await moveBack(1);
  for (let times = 0; times < 2; times += 1) {
    await compareAgain();
    expect(await listOpen()).toEqual(list(taken.map(({ started, kind }) => [started, kind])));
    for (const { started } of taken) expect(await payments.readDisputed(started)).toBe(-10);
  }
  expect(await payments.readBalance(driver)).toBe(40);
});

/** Compares all days, as days, weeks and months that pass make them due again. */
async function compareAgain(): Promise<void> {
  await payments.sql`truncate private.payment_comparisons`;
  await compareAll();
}

test('a refund that was asked for here is no difference', async () => {
  for (const method of ['card', 'paypal'] as const) {
    const started = await top(method);
    await payments.sql`
      select private.request_refund(p, 4, 'asked for') from public.payments p where p.id = ${started.id}`;
  }
  await payments.workWhenDue();
  expect(await payments.sql`select from public.payment_refunds where state = 'succeeded'`).not.toHaveLength(0);
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toEqual([]);
});

test.each(['card', 'paypal'] as const)(
  'a refund (%s) that an operator says to have made in the portal is looked for there',
  async (method) => {
    const made = await top(method);
    const invented = await top(method);
    await moveBack(5);
    await compareAll();
    const { actor } = await payments.createDriver('ada');
    await payments.sql`insert into public.user_roles (user_id, role) values (${actor.id}, 'admin')`;
    await payments.reverse(made, method === 'card' ? 'Refund' : 'refund');
    const [order] = await payments.sql<{ reference: string }[]>`
      select coalesce(content #>> '{reversals,0,rrn}', content #>> '{refunds,0,id}') as reference
      from parqueo_server.simulated_orders
      where number = (select provider_order from public.payments where id = ${made.id})`;
    for (const [{ id }, reference] of [
      [made, order?.reference ?? ''],
      [invented, '4711471147114'],
    ] as const) {
      const [back] = await payments.sql<{ id: string }[]>`
        select private.request_refund(p, 10, 'asked for') as id from public.payments p where p.id = ${id}`;
      await payments.sql`update public.payment_refunds set state = 'sent', next_attempt_at = null where id = ${back?.id ?? ''}`;
      await payments.sql`select public.finish_payment_refund(${back?.id ?? ''}, 'manual', null, null)`;
      await as(payments.sql, actor)`select public.finish_manual_refund(${back?.id ?? ''}, true, ${reference})`;
    }
    await moveBack(1);
    // Only yesterday is due, on which nothing was captured.
    await payments.sql`
      insert into private.payment_comparisons (provider, day, finished_at)
      select provider, private.country_day(now()) - age, now()
      from unnest(array['azul', 'paypal']) provider, generate_series(2, 100) age on conflict do nothing`;
    await payments.sql`delete from private.payment_comparisons where day = private.country_day(now()) - 1`;
    await compareAll();
    expect(await listOpen()).toEqual(list([[invented, 'missing-there']]));
  },
);

test.each([
  ['operator comes back', 'won'],
  ['driver is a loss', 'lost'],
] as const)('a dispute that PayPal decides for the %s', async (_, outcome) => {
  const started = await top('paypal');
  await payments.reverse(started, 'dispute');
  await moveBack(1);
  await compareAll();
  await payments.reverse(started, `dispute-${outcome}`);
  await moveBack(1);
  for (let times = 0; times < 2; times += 1) await compareAgain();
  expect(await payments.readDifferences()).toEqual([]);
  expect(await readClosed(started)).toEqual([{ kind: 'dispute', outcome, amount: 10 }]);
  expect(await payments.readDisputed(started)).toBe(0);
});

/** Lets the product not know that a payment was captured. */
async function lose({ id }: Started): Promise<void> {
  await payments.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update public.payments set state = 'abandoned', captured_at = null, captured_by = null, provider_reference = null
      where id = ${id}`;
    await sql`delete from public.ledger_entries where transaction_id in (
      select id from public.ledger_transactions where payment_id = ${id})`;
    await sql`delete from public.ledger_transactions where payment_id = ${id}`;
    await sql`update public.profiles set wallet_balance = 0 where user_id = ${driver.id}`;
  });
}

test.each(['card', 'paypal'] as const)('a payment (%s) that the product lost is counted', async (method) => {
  const missing = await top(method);
  await lose(missing);
  await top(method);
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toEqual([]);
  expect(await readClosed(missing)).toEqual([{ kind: 'missing-here', outcome: 'repaired', amount: 10 }]);
  expect(await payments.readPayment(missing.id)).toMatchObject({ state: 'captured' });
  expect(await payments.readBalance(driver)).toBe(20);
});

test('a lost payment that PayPal gave back meanwhile is not counted', async () => {
  const missing = await top('paypal');
  await lose(missing);
  await payments.reverse(missing, 'refund');
  await top('paypal');
  await moveBack(1);
  await compareAll();
  expect(await payments.readPayment(missing.id)).toMatchObject({ state: 'abandoned' });
  expect(await payments.readBalance(driver)).toBe(10);
});

test('a second sale of an order, made days after the first, goes back by itself', async () => {
  const started = await top('card');
  await moveBack(3);
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
    content = jsonb_set(content, '{form,OrderNumber}', '"AAAAAAAAAAAAAAA"')
    where number = (select provider_order from public.payments where id = ${missing.id})`;
  await moveBack(1);
  await compareAll();
  expect(await payments.readDifferences()).toMatchObject([
    { kind: 'missing-there', payment_id: missing.id },
    { kind: 'missing-here', payment_id: null, provider_order: 'AAAAAAAAAAAAAAA' },
  ]);
});
