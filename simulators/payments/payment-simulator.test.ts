import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  connectPayPal,
  createAzulForm,
  postForm,
  type SimulatorUnderTest,
  setClock,
  setFaults,
} from '../../server/testing/payment-simulator.ts';
import { setUpPaymentSimulator } from '../../server/testing/set-up-payment-simulator.ts';
import { removeOldRows } from './order-store.ts';
import { startPaymentSimulator } from './start-payment-simulator.ts';

let simulator: SimulatorUnderTest;

setUpPaymentSimulator((started) => {
  simulator = started;
});

const isClosed = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port });
    const respond = (outcome: boolean) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.once('connect', () => respond(false)).once('error', () => respond(true));
  });

test('the simulator listens on the loopback only', async () => {
  const { hostname, port } = new URL(simulator.url);
  expect(hostname).toBe('127.0.0.1');
  const addresses = Object.values(networkInterfaces())
    .flatMap((network) => network ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of addresses) expect(await isClosed(address, Number(port))).toBe(true);
});

const getStatus = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${simulator.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

test('a web page whose name was pointed at the loopback gets nothing', async () => {
  expect(await getStatus('/checkoutnow?token=X', { host: 'evil.example' })).toBe(403);
  expect(await getStatus('/checkoutnow?token=X', { host: 'localhost' })).toBe(404);
});

test.each([
  ...['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].map((name) => ({ [name]: '127.0.0.1' })),
  { connection: 'close' },
  { origin: 'https://evil.example' },
])('a request that a proxy has forwarded or a page of another host sends (%o) gets nothing', async (ofElsewhere) => {
  const headers = { host: 'localhost', ...ofElsewhere };
  expect(await getStatus('/checkoutnow?token=X', headers)).toBe(403);
  expect(await getStatus('/simulator/orders/X', headers)).toBe(403);
});

test('a web page in a browser on this machine cannot set faults or the clock', async () => {
  const asText = await fetch(`${simulator.url}/simulator/clock`, { method: 'PUT', body: '{"offsetSeconds":60}' });
  expect(asText.status).toBe(400);
  const preflight = await fetch(`${simulator.url}/simulator/clock`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test('faults and the clock are checked', async () => {
  expect((await setFaults(simulator, 'next', ['explode'])).status).toBe(400);
  expect((await setFaults(simulator, 'next', ['slow'], 1e9)).status).toBe(400);
  expect((await setFaults(simulator, 'PKUNKNOWN', ['slow'])).status).toBe(404);
  expect((await setClock(simulator, 1e9)).status).toBe(400);
});

test('a body of more than 32 KB is too large', async () => {
  const response = await postForm(`${simulator.url}/PaymentPage/`, { MerchantName: 'x'.repeat(33 * 1024) });
  expect(response.status).toBe(413);
});

test.each(['%00', "'%20or%201=1", '%F0%9F%9A%97', 'x'.repeat(5000)])('an order "%s" is unknown', async (key) => {
  const call = await connectPayPal(simulator);
  const calls = [
    fetch(`${simulator.url}/PaymentPage/Session/${key}`),
    fetch(`${simulator.url}/checkoutnow?token=${key}`),
    fetch(`${simulator.url}/simulator/orders/${key}`),
    setFaults(simulator, key, ['slow']),
    call(`/v2/checkout/orders/${key}`, { method: 'GET' }),
    call(`/v2/checkout/orders/${key}/capture`),
    call(`/v2/payments/captures/${key}`, { method: 'GET' }),
    call(`/v2/payments/captures/${key}/refund`),
    call(`/v2/payments/refunds/${key}`, { method: 'GET' }),
  ];
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses).toEqual([400, 404, 200, 404, 404, 404, 404, 404, 404]);
});

test('a payment that one server began is finished at another, and refunded after both', async () => {
  const opened = await postForm(`${simulator.url}/PaymentPage/`, createAzulForm(simulator.merchant));
  const another = await simulator.startAnother();
  const page = `${another.url}${opened.headers.get('location')}`;
  const decided = await postForm(page, { outcome: 'approve' });
  expect(decided.headers.get('location')).toContain('IsoCode=00');
});

test('the clock and the faults are the same at every server', async () => {
  const another = await simulator.startAnother();
  await setFaults(simulator, 'next', ['decline-91']);
  await setClock(simulator, 86_400);
  const opened = await postForm(`${another.url}/PaymentPage/`, createAzulForm(simulator.merchant));
  const decided = await postForm(`${another.url}${opened.headers.get('location')}`, { outcome: 'approve' });
  const query = new URL(decided.headers.get('location') ?? '').searchParams;
  expect(query.get('IsoCode')).toBe('91');
  const tomorrow = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
  expect(query.get('DateTime')?.slice(0, 8)).toBe(tomorrow);
  await setClock(simulator, 0);
});

test('orders are removed after 200 days', async () => {
  const form = createAzulForm(simulator.merchant);
  await postForm(`${simulator.url}/PaymentPage/`, form);
  const count = async () =>
    (
      await simulator.database.sql`
      select from parqueo_server.simulated_orders where number = ${form.OrderNumber ?? ''}`
    ).length;
  const age = (days: number) => simulator.database.sql`
    update parqueo_server.simulated_orders set stored_at = now() - make_interval(days => ${days})
    where number = ${form.OrderNumber ?? ''}`;
  await age(199);
  await removeOldRows(simulator.database.sql);
  expect(await count()).toBe(1);
  await age(201);
  await removeOldRows(simulator.database.sql);
  expect(await count()).toBe(0);
});

test('a simulator that is closed while a response is delayed ends at once', async () => {
  const another = await simulator.startAnother();
  await setFaults(another, 'next', ['slow'], 120);
  const delayed = postForm(`${another.url}/PaymentPage/`, createAzulForm(simulator.merchant));
  const failed = expect(delayed).rejects.toThrow();
  await expect
    .poll(
      async () => simulator.database.sql`
      select from parqueo_server.payment_simulator where next_faults = '{}'`,
    )
    .toHaveLength(1);
  await another.close();
  await failed;
});

test('a port that is taken is reported', async () => {
  const started = startPaymentSimulator({
    sql: simulator.database.sql,
    log: pino({ level: 'silent' }),
    appUrl: simulator.merchant.url,
    webhookUrl: simulator.merchant.url,
    port: Number(new URL(simulator.url).port),
  });
  await expect(started).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
