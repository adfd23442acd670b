import { Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { LockDevice } from '../../simulators/locks/fleet.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openVendorAccess, type VendorAccess } from './locks-api.ts';

type Answer = { code: number; data: { accessToken: string; content: LockDevice[] } };

let lines: { msg: string }[];
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
const SIMULATED = { lockVendor: { name: 'Kavass' } };
const reach = (url: string) => fetch(`${url}/researchapi/getAccessToken`);

let database: TestDatabase;
/** Two servers on one database, each with a simulator in its own process: to a browser they are one vendor. */
let servers: [VendorAccess, VendorAccess];

const open = (secretKey: string) => openVendorAccess(SIMULATED, log, { sql: database.sql, secretKey });

beforeAll(async () => {
  database = await createTestDatabase();
  servers = [open('a-secret-key'), open('a-secret-key')];
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});

async function fetchToken(server: VendorAccess): Promise<string> {
  const { url, appId, secret } = await server.vendor();
  const answer = await fetch(`${url}/researchapi/getAccessToken?${new URLSearchParams({ appid: appId, secret })}`);
  return ((await answer.json()) as Answer).data.accessToken;
}

async function send(server: VendorAccess, path: string, token: string, body: object): Promise<Answer> {
  const { url } = await server.vendor();
  const headers = { 'content-type': 'application/json', AccessToken: token };
  const answer = await fetch(`${url}/researchapi/carlock/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Answer;
}

test('a token of one server opens the other, and a lock that one lowered is lowered at the other', async () => {
  const [first, second] = servers;
  const token = await fetchToken(first);
  expect((await send(second, 'control', token, { did: 'KV-0001', type: 1 })).code).toBe(200);
  // Its arm takes three seconds.
  await database.sql`
    update parqueo_server.simulated_locks set arrives_at = arrives_at - interval '3 seconds' where did = 'KV-0001'`;
  const lists = await Promise.all(servers.map((server) => send(server, 'list', token, { index: 1, size: 24 })));
  expect(lists[0]?.data.content[0]).toMatchObject({ did: 'KV-0001', locationState: 1 });
  expect(lists[1]?.data.content).toEqual(lists[0]?.data.content);
});

test('a server with another secret key is another vendor', async () => {
  const stranger = open('another-secret-key');
  expect((await send(stranger, 'list', await fetchToken(servers[0]), { index: 1, size: 1 })).code).toBe(40001);
  await stranger.close();
});

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

test('a simulator that could not start is started by the next call, and can be closed', async () => {
  const access = openVendorAccess(SIMULATED, log);
  vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(() => {
    throw new Error('no port is free');
  });
  await expect(access.vendor()).rejects.toThrow('no port is free');
  await access.close();
  expect((await reach((await access.vendor()).url)).status).toBe(200);
  await access.close();
});
