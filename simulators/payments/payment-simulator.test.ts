import { expect, test } from 'vitest';
import {
  connectPayPal,
  createAzulForm,
  postForm,
  type SimulatorUnderTest,
  setClock,
  setFaults,
  setUpPaymentSimulator,
} from '../../server/testing/payment-simulator.ts';
import { removeOldRows } from './order-store.ts';

let simulator: SimulatorUnderTest;

setUpPaymentSimulator((started) => {
  simulator = started;
});

const openPage = (url = simulator.url) => postForm(`${url}/PaymentPage/`, createAzulForm(simulator.merchant));

test('a request that a proxy has forwarded gets nothing', async () => {
  const headers = { 'x-forwarded-for': '127.0.0.1' };
  for (const path of ['/checkoutnow?token=X', '/simulator/orders/X']) {
    expect((await fetch(`${simulator.url}${path}`, { headers })).status).toBe(403);
  }
});

test('a web page in a browser on this machine cannot set faults or the clock', async () => {
  const asText = await fetch(`${simulator.url}/simulator/clock`, { method: 'PUT', body: '{"offsetSeconds":60}' });
  expect(asText.status).toBe(400);
  expect(asText.headers.get('access-control-allow-origin')).toBeNull();
});

test.each(['%00', "'%20or%201=1", '%F0%9F%9A%97', 'x'.repeat(5000)])('an order "%s" is unknown', async (key) => {
  const call = await connectPayPal(simulator);
  const calls = [
    fetch(`${simulator.url}/PaymentPage/Session/${key}`),
    fetch(`${simulator.url}/checkoutnow?token=${key}`),
    call(`/v2/checkout/orders/${key}`, { method: 'GET' }),
    call(`/v2/checkout/orders/${key}/capture`),
    call(`/v2/payments/captures/${key}/refund`),
    call(`/v2/payments/refunds/${key}`, { method: 'GET' }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
});

test('a payment that one server began is finished at another, with its clock and its faults', async () => {
  const another = await simulator.startAnother();
  await setFaults(simulator, 'next', ['decline-54']);
  await setClock(simulator, 86_400);
  const opened = await openPage(another.url);
  const decided = await postForm(`${simulator.url}${opened.headers.get('location')}`, { outcome: 'approve' });
  const query = new URL(decided.headers.get('location') ?? '').searchParams;
  expect(query.get('IsoCode')).toBe('54');
  const tomorrow = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
  expect(query.get('DateTime')?.slice(0, 8)).toBe(tomorrow);
});

test('faults for the next order are for one order, and those of every call for all', async () => {
  await setFaults(simulator, 'next', ['server-error']);
  expect([(await openPage()).status, (await openPage()).status]).toEqual([500, 303]);
  await setFaults(simulator, 'every', ['server-error']);
  expect([(await openPage()).status, (await openPage()).status]).toEqual([500, 500]);
});

test('orders are removed after 200 days', async () => {
  await openPage();
  const { sql } = simulator.database;
  const age = async (days: number) => {
    await sql`update parqueo_server.simulated_orders set stored_at = now() - make_interval(days => ${days})`;
    await removeOldRows(sql);
    return (await sql`select from parqueo_server.simulated_orders`).length;
  };
  expect(await age(199)).toBeGreaterThan(0);
  expect(await age(201)).toBe(0);
});
