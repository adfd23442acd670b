import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LockDevice, MOVE_MS } from './fleet.ts';
import { type LockSimulator, startLockSimulator } from './start-lock-simulator.ts';

type Answer = {
  code: number;
  msg: string;
  data: { accessToken: string; content: LockDevice[]; totalElements: number };
};

const START = new Date('2026-11-21T12:00:00Z');
const LIST = '/researchapi/carlock/list';
const CONTROL = '/researchapi/carlock/control';

let vendor: LockSimulator;
let now: Date;

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeEach(async () => {
  now = START;
  vendor = await startLockSimulator({ now: () => now, takesFaults: true });
});
afterEach(() => vendor.stop());

async function token(appId = vendor.appId, secret = vendor.secret): Promise<Answer> {
  const query = new URLSearchParams({ appid: appId, secret });
  return (await fetch(`${vendor.url}/researchapi/getAccessToken?${query}`)).json() as Promise<Answer>;
}

const send = (path: string, body: unknown, accessToken = '') =>
  fetch(`${vendor.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', AccessToken: accessToken },
    body: JSON.stringify(body),
  });

async function post(path: string, body: unknown, accessToken?: string): Promise<Answer> {
  const own = accessToken ?? (await token()).data.accessToken;
  return (await send(path, body, own)).json() as Promise<Answer>;
}

const list = async (index: number, size: number) => (await post(LIST, { index, size })).data.content;
const findLock = async (did: string) => (await list(1, 50)).find((lock) => lock.did === did);
const command = (did: string, type: number) => post(CONTROL, { did, type });

test('a request that a proxy has forwarded gets nothing', async () => {
  const headers = { 'x-forwarded-host': '127.0.0.1' };
  expect((await fetch(`${vendor.url}/researchapi/getAccessToken`, { headers })).status).toBe(403);
});

test('a customer gets a token with the right app id and secret only', async () => {
  expect(await token()).toMatchObject({ code: 200, msg: 'success' });
  expect((await token('somebody')).code).toBe(40002);
  expect((await token(vendor.appId, 'guess')).data).toBeNull();
});

test('a lock has the nineteen fields of the contract, with times on Santo Domingo’s clocks', async () => {
  const lock = await findLock('KV-0001');
  expect(Object.keys(lock ?? {}).sort()).toEqual(
    'alarm bz clbm cm createTime did electricity gateway locationState offlineTime online onlineTime signalStrength sim soundAlarm syncTime type updateTime ut'.split(
      ' ',
    ),
  );
  expect(lock).toMatchObject({ online: 1, offlineTime: null, syncTime: '2026-11-21 08:00:00' });
});

test('a lock that is commanded up or down is there three seconds later and not before', async () => {
  expect((await findLock('KV-0001'))?.locationState).toBe(2);
  expect(await command('KV-0001', 1)).toEqual({ code: 200, data: null, msg: 'success' });
  later(MOVE_MS - 1);
  expect((await findLock('KV-0001'))?.locationState).toBe(2);
  later(1);
  expect(await findLock('KV-0001')).toMatchObject({ locationState: 1, updateTime: '2026-11-21 08:00:03' });
  await command('KV-0001', 2);
  later(MOVE_MS);
  expect((await findLock('KV-0001'))?.locationState).toBe(2);
});

test('a command for an offline or unknown lock, or of an unknown type, is refused', async () => {
  expect(await command('KV-0006', 2)).toEqual({ code: 40030, data: null, msg: 'The device is offline' });
  expect((await command('KV-9999', 2)).code).toBe(40004);
  expect((await command('KV-0001', 3)).code).toBe(40000);
  later(MOVE_MS);
  expect((await findLock('KV-0006'))?.locationState).toBe(1);
  expect((await findLock('KV-0001'))?.locationState).toBe(2);
});
