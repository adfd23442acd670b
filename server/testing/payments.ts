import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { PaymentState, ProviderMethod } from '../../domain/money/payment.ts';
import { startPaymentSimulator } from '../../simulators/payments/start-payment-simulator.ts';
import { workOnPayments } from '../../supabase/functions/payments/work-on-payments.ts';
import { type Actor, addVehicle, createSpace } from '../../supabase/tests/as.ts';
import { balanceOf, book } from '../../supabase/tests/money-world.ts';
import { readConfig } from '../config/config.ts';
import { findFreePort } from '../database/embedded/endpoint.ts';
import { writeInstallation } from '../database/prepare-database.ts';
import { openPaymentAccess } from '../functions/payment-access.ts';
import { createDatabasePaymentStore } from '../functions/payments-api.ts';
import { createSharedKeys } from './crowd.ts';
import { createTestDatabase } from './database.ts';
import { serveApp } from './listen.ts';
import { keepLog, openAccount, openServer } from './server.ts';

type Next =
  | { kind: 'form'; action: string; fields: [string, string][] }
  | { kind: 'redirect'; url: string }
  | { kind: 'none' };

/** What the handler responds when a payment is started. */
export type Started = { status: number; id: string; state: PaymentState; next: Next; problem?: string };

/** A driver with a session, as the database and the server know them. */
export type PayingDriver = { id: string; token: string; actor: Actor };

export type PaymentsUnderTest = Awaited<ReturnType<typeof startPayments>>;

/** The whole server over HTTP with a database of its own and the payment simulator. */
export async function startPayments({ env = {} }: { env?: Record<string, string> } = {}) {
  const database = await createTestDatabase();
  const { sql } = database;
  await writeInstallation(sql, { samples: false });
  await sql`
    update public.installation_settings set currency = 'USD', tax_rate = 18, charges_drivers = true`;
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const shared = await createSharedKeys(url);
  const { publishableKey } = shared;
  const variables = { ...shared.env, SAMPLES: 'off', ...env };
  const kept = keepLog();
  const { log, written } = kept;
  let serverOffsetMs = 0;
  const now = () => Date.now() + serverOffsetMs;
  const payments = await openPaymentAccess({ config: readConfig(variables, '/nowhere'), sql, log });
  const store = createDatabasePaymentStore(sql);
  const { app, config, keys } = await openServer(database, {
    env: variables,
    payments,
    now,
    kept,
    settingsMaxAgeMs: 0,
  });
  const server = await serveApp(app, { port });
  const functionUrl = `${url}/functions/v1/payments`;
  const [simulatorUrl = ''] = payments.formOrigins;

  async function call(path: string, token?: string, init: RequestInit = {}) {
    const headers = { apikey: publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const response = await fetch(`${functionUrl}${path}`, { redirect: 'manual', ...init, headers });
    const text = await response.text();
    return { response, status: response.status, body: text === '' ? {} : JSON.parse(text) };
  }
  async function callSimulator(method: 'PUT' | 'POST', path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${simulatorUrl}/simulator${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  const setServerClock = (offsetMs: number): void => {
    serverOffsetMs = offsetMs;
  };
  const setProviderClock = (offsetMs: number) =>
    callSimulator('PUT', '/clock', { offsetSeconds: Math.round(offsetMs / 1000) });
  /** Does what is due, as the scheduled job does. */
  const work = () =>
    workOnPayments({
      providers: payments.providers,
      store,
      now,
      report: (fault) => log.warn({ ...fault, err: fault.error }, 'a payment met a fault'),
    });
  /** Makes everything due that waits for its time. */
  async function makeDue(): Promise<void> {
    await sql`update public.payments set next_attempt_at = now() where next_attempt_at is not null`;
    await sql`update public.payment_refunds set next_attempt_at = now() where next_attempt_at is not null`;
  }

  return {
    url,
    functionUrl,
    simulatorUrl,
    database,
    sql,
    keys,
    config,
    written,
    providers: payments.providers,
    store,
    call,
    /** A driver with a vehicle and money in the wallet only where it is asked for. */
    async createDriver(name = 'ana'): Promise<PayingDriver> {
      const email = `${name}-${randomUUID().slice(0, 8)}@parqueo.test`;
      const client = createClient(url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
      const { access_token: token, user } = await openAccount(sql, client, { email, fullName: name });
      const { id } = user;
      await addVehicle(sql, { id });
      return { id, token, actor: { role: 'authenticated', id, email } };
    },
    /** A reservation of three hours at 5.00 that waits for its payment; the space is its own. */
    async hold(driver: PayingDriver, method: ProviderMethod = 'card', spaceId?: string): Promise<string> {
      const space = spaceId ?? (await createSpace(sql)).spaceId;
      return (await book(sql, driver.actor, { spaceId: space, from: 1, to: 4, method })).id;
    },
    async start(driver: PayingDriver, body: object): Promise<Started> {
      const request = { id: randomUUID(), language: 'en', ...body };
      const { status, body: started } = await call('', driver.token, { method: 'POST', body: JSON.stringify(request) });
      return { ...started, status };
    },
    check: (driver: PayingDriver, id: string) => call(`/${id}/check`, driver.token, { method: 'POST' }),
    /** Sets what the next payment meets at the provider. */
    setNextFaults: (...faults: string[]) => callSimulator('PUT', '/faults/next', { faults }),
    setEveryFault: (...faults: string[]) => callSimulator('PUT', '/faults/every', { faults }),
    /** Gives a payment back, or disputes it, at the provider, where nobody here asked for it. */
    async reverse({ id }: Started, type: string, cents?: number): Promise<void> {
      const [row] = await sql<{ provider: string; provider_order: string }[]>`
        select provider, provider_order from public.payments where id = ${id}`;
      await callSimulator('POST', `/orders/${row?.provider_order}/reversals`, { provider: row?.provider, type, cents });
    },
    setServerClock,
    setProviderClock,
    async setClocks(offsetMs: number): Promise<void> {
      setServerClock(offsetMs);
      await setProviderClock(offsetMs);
    },
    /** Opens the provider's page, decides there, and returns the address that the browser is sent to. */
    async decide({ next }: Started, outcome = 'approve', fields: Record<string, string> = {}): Promise<string> {
      let page: string;
      if (next.kind === 'form') {
        const form = { method: 'POST', body: new URLSearchParams(next.fields), redirect: 'manual' } as const;
        const response = await fetch(next.action, form);
        const location = response.headers.get('location');
        if (location === null) throw new Error(`AZUL's page said: ${await response.text()}`);
        page = new URL(location, next.action).href;
      } else if (next.kind === 'redirect') {
        page = next.url;
      } else {
        throw new Error('There is nothing to decide');
      }
      const body = new URLSearchParams({ outcome, ...fields });
      const response = await fetch(page, { method: 'POST', body, redirect: 'manual' });
      return new URL(response.headers.get('location') ?? page, page).href;
    },
    /** Follows the browser back to this server. */
    async comeBack(address: string) {
      const response = await fetch(address, { redirect: 'manual' });
      return { status: response.status, location: response.headers.get('location'), headers: response.headers };
    },
    work,
    /** Works once everything that waits for its time is due. */
    async workWhenDue() {
      await makeDue();
      await work();
    },
    async readPayment(id: string) {
      const [row] = await sql`
        select state, failure, amount::float as amount, refunded::float as refunded, provider_reference, paid_with, served
        from public.payments where id = ${id}`;
      return row;
    },
    async readStatus(reservation: string) {
      const [row] = await sql`select status from public.reservations where id = ${reservation}`;
      return row?.status;
    },
    readBalance: ({ actor }: PayingDriver) => balanceOf(sql, actor),
    /** What the provider has said of a payment. */
    async findEvents(id: string) {
      const rows = await sql`
        select kind, body from private.payment_events where payment_id = ${id} order by received_at`;
      return rows.map(({ kind, body }) => ({ kind: String(kind), body: String(body) }));
    },
    /** Those that nobody has resolved. */
    readDifferences: () => sql`
      select kind, payment_id, provider_order, detail from public.payment_differences
      where resolved_at is null order by created_at`,
    /** What stands on the account of disputes for a payment. */
    async readDisputed({ id }: Started) {
      const [row] = await sql`
        select coalesce(sum(e.amount), 0)::float as sum from public.ledger_transactions t
        join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
        where t.payment_id = ${id} and a.kind = 'disputes'`;
      return row?.sum;
    },
    makeDue,
    startSimulator: () => startPaymentSimulator({ sql, log, appUrl: url, webhookUrl: `${functionUrl}/paypal/webhook` }),
    async close() {
      await server.close();
      await payments.close();
      await database.close();
    },
  };
}

type FreshPayments = { payments: PaymentsUnderTest; driver: PayingDriver };

/**
 * Starts a server for the tests of a file; no test leaves a fault, a clock or due work to the next one.
 * @param prepare is called before each test, with a driver of its own
 */
export function setUpPayments(prepare: (fresh: FreshPayments) => void | Promise<void>): void {
  let payments: PaymentsUnderTest;
  beforeAll(async () => {
    payments = await startPayments();
  });
  beforeEach(async () => {
    await prepare({ payments, driver: await payments.createDriver() });
  });
  afterEach(async () => {
    await payments.setClocks(0);
    await payments.setEveryFault();
    await payments.setNextFaults();
    await payments.sql`delete from public.payment_differences`;
    await payments.sql`update public.payments set next_attempt_at = null`;
    await payments.sql`update public.payment_refunds set next_attempt_at = null`;
  });
  afterAll(() => payments.close());
}
