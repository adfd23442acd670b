import { networkInterfaces } from 'node:os';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { openVendorAccess } from './locks-api.ts';

let lines: { msg: string }[];
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
beforeEach(() => {
  lines = [];
});

const SIMULATED = { lockVendor: { name: 'Kavass' } };
const reach = (url: string) => fetch(`${url}/researchapi/getAccessToken`);

test('without a vendor one simulator starts with the first call and ends with the server', async () => {
  const access = openVendorAccess(SIMULATED, log);
  expect(lines).toEqual([]);
  const [first, second] = await Promise.all([access.vendor(), access.vendor()]);
  expect(second).toEqual(first);
  expect((await reach(first.url)).status).toBe(200);
  await access.close();
  await expect(reach(first.url)).rejects.toThrow();
  expect(lines.map(({ msg }) => msg)).toEqual([
    'lock simulator started, as LOCK_VENDOR_URL is not set',
    'lock simulator stopped',
  ]);
  expect(JSON.stringify(lines)).not.toContain(first.secret);
});

test('a server whose locks nobody needed starts and stops no simulator', async () => {
  await openVendorAccess(SIMULATED, log).close();
  expect(lines).toEqual([]);
});

test('the simulator is reached from this machine alone, by its own secret, and takes no faults', async () => {
  const access = openVendorAccess(SIMULATED, log);
  const { url, appId, secret } = await access.vendor();
  const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address, internal, family } of others) {
    if (internal || family !== 'IPv4') continue;
    await expect(reach(`http://${address}:${new URL(url).port}`)).rejects.toThrow();
  }
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect([appId, secret.length]).toEqual(['simulator', 48]);
  expect((await fetch(`${url}/faults`, { method: 'POST' })).status).toBe(404);
  await access.close();
});

test('a configured vendor is used as configured, and no simulator starts', async () => {
  const vendor = { url: 'https://locks.example', appId: 'app', secret: 'long-enough' };
  const access = openVendorAccess({ lockVendor: { name: 'Kavass', ...vendor } }, log);
  expect(await access.vendor()).toEqual(vendor);
  await access.close();
  expect(lines).toEqual([]);
});
