import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { pino } from 'pino';
import { startReplicas } from '../e2e/faults/targets.ts';
import { NO_RESPONSE, type Outcome, send } from '../e2e/faults/traffic.ts';
import { findFreePort, startServer } from '../e2e/server.ts';
import { countFaultsInBooks } from '../server/testing/books.ts';
import type { CrowdDriver } from '../server/testing/crowd.ts';
import {
  AZUL_PAGE_PATH,
  AZUL_SERVICE_PATH,
  SIMULATED_AZUL,
  SIMULATED_PAYPAL,
} from '../simulators/payments/merchant.ts';
import { startPaymentSimulator } from '../simulators/payments/start-payment-simulator.ts';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { startLoadBalancer } from './support/load-balancer.ts';
import { report } from './support/report.ts';
import { settleAll } from './support/statements.ts';

// 500 drivers book from the wallet, by card and by PayPal, top up, cancel, leave and come back twice or never, through two
// servers on one PostgreSQL, while a server and then the database are killed. In the end the books agree, and every payment
// that a provider has captured is here; when their statements are imported, the clearing accounts are empty.

const DRIVERS = 500;
const AT_ONCE = 60;
const SPACES = 400;
const TRIES = 40;
const RETRY_MS = 250;
const SETTLED_WITHIN_MS = 120_000;
/** Until then the servers have asked the providers about all payments several times. */
const ASKED_WITHIN_MS = 40_000;
const RULE_BROKEN = '23514';

const balancerPort = await findFreePort();
const providersPort = await findFreePort();
const publicUrl = `http://127.0.0.1:${balancerPort}`;
const providersUrl = `http://127.0.0.1:${providersPort}`;
const target = await startReplicas({
  servers: 2,
  drivers: DRIVERS,
  publicUrl,
  env: {
    SAMPLES: 'off',
    AZUL_MERCHANT_ID: SIMULATED_AZUL.merchantId,
    AZUL_MERCHANT_NAME: SIMULATED_AZUL.merchantName,
    AZUL_AUTH_KEY: SIMULATED_AZUL.authKey,
    AZUL_CURRENCY: 'USD',
    AZUL_PAGE_URL: `${providersUrl}${AZUL_PAGE_PATH}`,
    AZUL_SERVICE_URL: `${providersUrl}${AZUL_SERVICE_PATH}`,
    AZUL_AUTH1: SIMULATED_AZUL.auth1,
    AZUL_AUTH2: SIMULATED_AZUL.auth2,
    PAYPAL_CLIENT_ID: SIMULATED_PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: SIMULATED_PAYPAL.clientSecret,
    PAYPAL_WEBHOOK_ID: SIMULATED_PAYPAL.webhookId,
    PAYPAL_URL: providersUrl,
  },
});
const { servers, postgres } = target;
const sql = target.connect();
const balancer = await startLoadBalancer(
  balancerPort,
  servers.map(({ url }) => url),
);
const providersSql = target.connect();
const providers = await startPaymentSimulator({
  sql: providersSql,
  log: pino({ level: 'silent' }),
  appUrl: publicUrl,
  webhookUrl: `${publicUrl}/functions/v1/payments/paypal/webhook`,
  port: providersPort,
});

/** 400 spaces at 5.00 an hour; each driver has a vehicle and 30.00 in the wallet. */
async function prepare(db: Sql): Promise<string[]> {
  await db.unsafe(`
    update private.limits set unpaid_holds_per_hour = 10000, unpaid_holds_per_day = 10000, payments_per_hour = 10000, changes_per_hour = 100000;
    update public.installation_settings set charges_drivers = true, currency = 'USD', tax_rate = 18;
    insert into public.parking_zones (name, latitude, longitude, price_per_hour) values ('Money', 18.47, -69.9, 5);
    insert into public.parking_spaces (name, zone_id, hourly_rate)
      select 'M-' || n, z.id, 5 from public.parking_zones z, generate_series(1, ${SPACES}) n where z.name = 'Money';`);
  await db`
    insert into public.vehicles (user_id, name, plate, type)
    select user_id, 'Car', upper(left(user_id::text, 8)), 'sedan' from public.profiles
    where user_id = any(${target.drivers.map(({ id }) => id)})`;
  await db`
    update public.profiles set wallet_balance = 30 where user_id = any(${target.drivers.map(({ id }) => id)})`;
  const spaces = await db<{ id: string }[]>`select id from public.parking_spaces where name like 'M-%' order by id`;
  return spaces.map(({ id }) => id);
}

/** Reservations that a server has said are stored. */
const acknowledged: string[] = [];
const outcomes: { call: string; outcome: Outcome }[] = [];
const isDone = ({ status }: Outcome) => status >= 200 && status < 300;
/** A rule of the product, or a row that an earlier try has written. */
const isRejected = ({ status, body }: Outcome) => status === 409 || (status === 400 && body.includes(RULE_BROKEN));

/** Sends to one server and then the other until there is a response to go by. */
async function ask(driver: CrowdDriver, path: string, body: object): Promise<Outcome> {
  let outcome: Outcome = { status: NO_RESPONSE, body: '' };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const server = servers[(tried + driver.id.charCodeAt(0)) % servers.length];
    if (server) outcome = await send(server, driver, path, body);
    if (isDone(outcome) || isRejected(outcome)) break;
    await delay(RETRY_MS);
  }
  outcomes.push({ call: path, outcome });
  return outcome;
}

type Method = 'wallet' | 'card' | 'paypal';

async function book(
  driver: CrowdDriver,
  spaceId: string,
  startsInHours: number,
  method: Method,
): Promise<string | null> {
  const id = randomUUID();
  const start = Date.now() + startsInHours * 3_600_000;
  const [vehicle] = await retried(
    () => sql<{ id: string }[]>`select id from public.vehicles where user_id = ${driver.id}`,
  );
  const booked = await ask(driver, '/rest/v1/reservations', {
    id,
    user_id: driver.id,
    parking_space_id: spaceId,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    vehicle_id: vehicle?.id,
    payment_method: method,
  });
  // A duplicate key is the same reservation, written by a try whose response was lost.
  const isStored = isDone(booked) || booked.body.includes('reservations_pkey');
  if (isStored) acknowledged.push(id);
  return isStored ? id : null;
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES) throw error;
      await delay(RETRY_MS);
    }
  }
}

type Next =
  | { kind: 'form'; action: string; fields: [string, string][] }
  | { kind: 'redirect'; url: string }
  | { kind: 'none' };

/** Where the browser is sent after deciding on the provider's page; null where it is stuck there. */
async function decide(next: Next, decision: string): Promise<string | null> {
  if (next.kind === 'none') return null;
  let page = next.kind === 'redirect' ? next.url : next.action;
  if (next.kind === 'form') {
    const opened = await fetch(page, { method: 'POST', body: new URLSearchParams(next.fields), redirect: 'manual' });
    page = new URL(opened.headers.get('location') ?? '', page).href;
  }
  const form = new URLSearchParams({ outcome: decision });
  const decided = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  const location = decided.headers.get('location');
  return location?.startsWith(publicUrl) ? location : null;
}

const comeBack = (url: string) => fetch(url, { redirect: 'manual' }).then((response) => response.text());

/** Pays at a provider. A browser that meets a fault is closed, as a driver would; the servers must find out by themselves. */
async function pay(driver: CrowdDriver, wanted: { method: Method; [field: string]: unknown }, decision: string) {
  const started = await ask(driver, '/functions/v1/payments', { id: randomUUID(), language: 'es', ...wanted });
  if (!isDone(started)) return;
  const { id, next } = JSON.parse(started.body) as { id: string; next: Next };
  try {
    const back = await decide(next, decision);
    if (back === null) return;
    // Two tabs pay at once, one of them for a payment that was left before.
    const left = back.replace(/\/approved\?/, '/cancelled?');
    await Promise.allSettled([comeBack(left), comeBack(back), comeBack(back)]);
  } catch {
    await ask(driver, `/functions/v1/payments/${id}/check`, {});
  }
}

const DECISIONS = ['approve', 'return-twice', 'approve', 'return-never', 'decline-51', 'leave'] as const;

async function live(driver: CrowdDriver, index: number, spaces: readonly string[]): Promise<void> {
  const space = spaces[index % spaces.length] ?? '';
  const startsInHours = 2 + 2 * Math.floor(index / spaces.length) + 24 * (index % 4);
  const method = (['wallet', 'card', 'paypal'] as const)[index % 3] ?? 'wallet';
  const decision = DECISIONS[Math.floor(index / 3) % DECISIONS.length] ?? 'approve';
  const provider = method === 'paypal' ? 'paypal' : 'card';
  const declined = provider === 'paypal' && decision === 'decline-51' ? 'capture-declined' : decision;
  if (index % 4 === 0) await pay(driver, { purpose: 'top_up', method: provider, amount: 1250 }, declined);
  const reservation = await book(driver, space, startsInHours, method);
  if (reservation === null) return;
  if (method !== 'wallet') await pay(driver, { purpose: 'reservation', method, reservation: reservation }, declined);
  if (index % 5 === 0)
    await ask(driver, '/rest/v1/rpc/cancel_reservation', { reservation: reservation, to_source: true });
  if (index % 7 === 0) await book(driver, space, startsInHours + 20, 'wallet');
}

/** Kills a server in the middle of its work and starts it again; then the database. */
async function breakThings(): Promise<void> {
  const [, second] = servers;
  if (!second) throw new Error('There is no second server');
  await delay(4000);
  second.process.kill('SIGKILL');
  await once(second.process, 'exit');
  const restarted = await startServer(second.dataDir, { ...target.env, PORT: new URL(second.url).port });
  second.process = restarted.process;
  second.stop = restarted.stop;
  await delay(3000);
  await postgres.kill();
  await delay(1000);
  await postgres.restart();
}

/** Lets a day pass, after which a payment that nobody made at the provider is given up. */
async function letDayPass(db: Sql): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.payments set created_at = created_at - interval '25 hours' where state = 'pending'`;
  });
}

/** Waits until the servers have asked about every payment and have sent every refund. */
async function settle(db: Sql): Promise<number> {
  const startedAt = Date.now();
  let open = Number.NaN;
  let isDayOver = false;
  while (Date.now() < startedAt + SETTLED_WITHIN_MS) {
    if (!isDayOver && Date.now() > startedAt + ASKED_WITHIN_MS) {
      isDayOver = true;
      await letDayPass(db);
    }
    await db`update public.payments set next_attempt_at = now() where next_attempt_at > now()`;
    await db`update public.payment_refunds set next_attempt_at = now() where next_attempt_at > now()`;
    await delay(2000);
    const [row] = await db<{ open: number }[]>`
      select (select count(*) from public.payments where state = 'pending')::int
        + (select count(*) from public.payment_refunds where state in ('requested', 'sent'))::int as open`;
    open = row?.open ?? Number.NaN;
    if (open === 0) break;
  }
  return open;
}

/** Lets two days pass after the last reservation, and waits until the servers have ended them all. */
async function letReservationsEnd(db: Sql): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update public.reservations set start_time = start_time - past.days, end_time = end_time - past.days
      from (select ceil(date_part('epoch', max(end_time) - now()) / 86400 + 2) * interval '1 day' as days
        from public.reservations) past
      where status = 'active'`;
  });
  const startedAt = Date.now();
  while (Date.now() < startedAt + SETTLED_WITHIN_MS) {
    const active = await db`select from public.reservations where status = 'active' limit 1`;
    if (active.length === 0) return;
    await delay(2000);
  }
  throw new Error('There are reservations that the servers have not ended');
}

/** Days with income, and how many of them have another one than was paid for the reservations that were over then. */
async function checkIncome(db: Sql) {
  return db<{ days: number; wrong: number }[]>`
    with moved (day, amount) as (
      select private.country_day(t.created_at), t.amount from private.postings t where t.account = 'revenue'
      union all
      select private.country_day(r.end_time - interval '1 millisecond'), c.tax - c.amount
      from public.reservations r join public.reservation_charges c on c.reservation_id = r.id where r.status = 'expired'
    )
    select count(*)::int as days, count(*) filter (where day.amount <> 0)::int as wrong
    from (select sum(amount) as amount from moved group by day) day`;
}

/** Approved at a provider and not captured here, and the other way round. */
async function countDifferences(db: Sql): Promise<number> {
  const [row] = await db<{ differences: number }[]>`
    with approved as (
      select provider, coalesce(number, id) as number from parqueo_server.simulated_orders
      where content #>> '{transaction,isoCode}' = '00'
        or content #>> '{capture,status}' in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')
    ), captured as (
      select provider, provider_order as number from public.payments where captured_at is not null
    )
    select (
      (select count(*) from (table approved except all table captured) missing_here)
      + (select count(*) from (table captured except all table approved) missing_there)
    )::int as differences`;
  return row?.differences ?? Number.NaN;
}

try {
  const spaces = await prepare(sql);
  const faults = { faults: ['webhook-duplicated', 'webhook-out-of-order'] };
  await fetch(`${providersUrl}/simulator/faults/every`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  const startedAt = performance.now();
  const atOnce = pLimit(AT_ONCE);
  await Promise.all([
    breakThings(),
    ...target.drivers.map((driver, index) => atOnce(() => live(driver, index, spaces))),
  ]);
  const seconds = (performance.now() - startedAt) / 1000;
  const unsettled = await settle(sql);
  const name = `${DRIVERS} drivers pay, servers and database are killed`;
  const others = outcomes.filter(({ outcome }) => !isDone(outcome) && !isRejected(outcome));
  for (const { call, outcome } of others.slice(0, 5)) console.log(call, outcome.status, outcome.body);
  const [paid] = await sql<{ captured: number; refunds: number; postings: number }[]>`
    select (select count(*)::int from public.payments where captured_at is not null) as captured,
      (select count(*)::int from public.payment_refunds) as refunds,
      (select count(*)::int from public.ledger_transactions) as postings`;
  report(
    { name: `${name}: neither done nor rejected`, measured: others.length, atMost: 0 },
    `${outcomes.length} requests in ${seconds.toFixed(0)} s, ${paid?.captured} captured, ${paid?.refunds} refunds, ${paid?.postings} postings`,
  );
  const stored = await sql`select 1 from public.reservations where id = any(${acknowledged})`;
  report({ name: `${name}: stays lost`, measured: acknowledged.length - stored.length, atMost: 0 });
  report({ name: `${name}: payments and refunds left open`, measured: unsettled, atMost: 0 });
  report({
    name: `${name}: captured on one side only`,
    measured: await countDifferences(sql),
    atMost: 0,
  });
  await letReservationsEnd(sql);
  const [income] = await checkIncome(sql);
  report(
    { name: `${name}: days of wrong income`, measured: income?.wrong ?? Number.NaN, atMost: 0 },
    `of ${income?.days}`,
  );
  const [accountant] = target.drivers;
  await sql`insert into public.user_roles (user_id, role) values (${accountant?.id ?? null}, 'admin')`;
  const settled = await settleAll(sql, accountant?.id ?? '');
  report(
    { name: `${name}: what clearing holds after all statements`, measured: settled.clearing, atMost: 0 },
    `${settled.lines} lines`,
  );
  report({ name: `${name}: lines that differ from the books`, measured: settled.differences, atMost: 0 });
  for (const [rule, broken] of Object.entries(await countFaultsInBooks(sql))) {
    report({ name: `books: ${rule}`, measured: broken, atMost: 0 });
  }
} finally {
  await providers.close();
  await balancer.close();
  await Promise.all([sql.end(), providersSql.end()]);
  await target.stop();
}
