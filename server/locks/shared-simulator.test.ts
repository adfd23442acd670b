import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LockDevice } from '../../simulators/locks/fleet.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openVendorAccess, type VendorAccess } from './locks-api.ts';

// Two servers on one database, each with a simulator in its own process: to a browser they are one vendor.

type Answer = { code: number; data: { accessToken: string; content: LockDevice[] } };

let database: TestDatabase;
let servers: [VendorAccess, VendorAccess];

const open = (secretKey: string) =>
  openVendorAccess({ lockVendor: { name: 'Kavass' } }, pino({ level: 'silent' }), { sql: database.sql, secretKey });

beforeAll(async () => {
  database = await createTestDatabase();
  servers = [open('a-secret-key'), open('a-secret-key')];
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
