import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { signRequest } from '../../simulators/payments/azul/azul-order.ts';
import { type PaymentSimulator, startPaymentSimulator } from '../../simulators/payments/start-payment-simulator.ts';
import { SIMULATED_AZUL, SIMULATED_PAYPAL } from '../functions/payment-config.ts';
import { createTestDatabase } from './database.ts';
import { listen } from './listen.ts';

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

type MerchantUnderTest = Awaited<ReturnType<typeof startMerchant>>;

/** The web app of a merchant on 127.0.0.1, which keeps what browsers and providers send. */
async function startMerchant() {
  const received: Received[] = [];
  const statuses: number[] = [200];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 200).end();
    server.emit('received');
  });
  const { url, close } = await listen(server);
  return {
    url,
    close,
    received,
    /** What it responds next, the last one for good; 200 by default. */
    statuses,
    /** The first so many requests, once they are there. */
    async whenReceived(count: number) {
      while (received.length < count) await once(server, 'received');
      return received.slice(0, count);
    },
  };
}

export type SimulatorUnderTest = Awaited<ReturnType<typeof startSimulatorUnderTest>>;

/** A payment simulator with a database and a merchant of its own. */
export async function startSimulatorUnderTest() {
  const [database, merchant] = await Promise.all([createTestDatabase(), startMerchant()]);
  const simulator = await startPaymentSimulator({
    sql: database.sql,
    log: pino({ level: 'silent' }),
    appUrl: merchant.url,
    webhookUrl: `${merchant.url}/webhook`,
  });
  return {
    ...simulator,
    database,
    merchant,
    async close() {
      await simulator.close();
      await Promise.all([database.close(), merchant.close()]);
    },
  };
}

async function putJson(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export const setFaults = ({ url }: PaymentSimulator, target: string, faults: string[]) =>
  putJson(`${url}/simulator/faults/${target}`, { faults });

export const setClock = ({ url }: PaymentSimulator, offsetSeconds: number) =>
  putJson(`${url}/simulator/clock`, { offsetSeconds });

type Form = Record<string, string>;

let orders = 0;

/** A merchant's form for AZUL's page; `changes` are signed too. */
export function createAzulForm({ url }: MerchantUnderTest, changes: Form = {}): Form {
  orders += 1;
  const form: Form = {
    MerchantId: SIMULATED_AZUL.merchantId,
    MerchantName: SIMULATED_AZUL.merchantName,
    MerchantType: SIMULATED_AZUL.merchantType,
    CurrencyCode: '$',
    OrderNumber: `PK${String(orders).padStart(13, '0')}`,
    Amount: '59000',
    ITBIS: '9000',
    ApprovedUrl: `${url}/approved?payment=7f3a`,
    DeclinedUrl: `${url}/declined?payment=7f3a`,
    CancelUrl: `${url}/cancelled?payment=7f3a`,
    UseCustomField1: '1',
    CustomField1Label: 'Reserva',
    CustomField1Value: '42',
    UseCustomField2: '0',
    CustomField2Label: '',
    CustomField2Value: '',
    ShowTransactionResult: '0',
    Locale: 'ES',
    ...changes,
  };
  return { ...form, AuthHash: signRequest(form) };
}

/** Sends a form as a browser does, without following redirects. */
export const postForm = (url: string, form: Form): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

type PayPalCall = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** What tests read of PayPal's responses; each response has some of it. */
export type PayPalBody = {
  id: string;
  status: string;
  amount: { value: string };
  links: { rel: string; href: string }[];
  purchase_units: { payments: { captures: { id: string; status: string }[] } }[];
  details: { issue: string }[];
};

/** Calls PayPal's interface with a token. */
export async function connectPayPal({ url }: PaymentSimulator) {
  const basic = Buffer.from(`${SIMULATED_PAYPAL.clientId}:${SIMULATED_PAYPAL.clientSecret}`).toString('base64');
  const response = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return async function callPayPal(path: string, { method = 'POST', body, headers = {} }: PayPalCall = {}) {
    const called = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
    });
    return { status: called.status, body: (await called.json()) as PayPalBody };
  };
}

/**
 * Starts a payment simulator for the tests of a file; no test leaves a fault or a clock to the next one.
 * @param prepare is called before each test
 */
export function setUpPaymentSimulator(prepare: (simulator: SimulatorUnderTest) => void | Promise<void>): void {
  let simulator: SimulatorUnderTest;
  beforeAll(async () => {
    simulator = await startSimulatorUnderTest();
  });
  beforeEach(() => prepare(simulator));
  afterEach(async () => {
    await setClock(simulator, 0);
    await setFaults(simulator, 'every', []);
  });
  afterAll(() => simulator.close());
}
