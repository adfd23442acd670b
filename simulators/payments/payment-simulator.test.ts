import { expect, test } from 'vitest';
import {
  createAzulForm,
  postForm,
  type SimulatorUnderTest,
  setFaults,
  setUpPaymentSimulator,
} from '../../server/testing/payment-simulator.ts';

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

test('faults for the next order are for one order, and those of every call for all', async () => {
  await setFaults(simulator, 'next', ['server-error']);
  expect([(await openPage()).status, (await openPage()).status]).toEqual([500, 303]);
  await setFaults(simulator, 'every', ['server-error']);
  expect([(await openPage()).status, (await openPage()).status]).toEqual([500, 500]);
});
