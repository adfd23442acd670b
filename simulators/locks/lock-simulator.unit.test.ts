import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LockDevice } from './fleet.ts';
import { type LockSimulator, startLockSimulator } from './start-lock-simulator.ts';

type Answer = { code: number; data: { accessToken: string; content: LockDevice[] } };

let vendor: LockSimulator;

beforeEach(async () => {
  vendor = await startLockSimulator({ now: () => new Date('2026-11-21T12:00:00Z') });
});
afterEach(() => vendor.stop());

async function requestToken(appId = vendor.appId, secret = vendor.secret): Promise<Answer> {
  const query = new URLSearchParams({ appid: appId, secret });
  return (await fetch(`${vendor.url}/researchapi/getAccessToken?${query}`)).json() as Promise<Answer>;
}

test('a customer gets a token with the right app id and secret only', async () => {
  expect(await requestToken()).toMatchObject({ code: 200 });
  expect((await requestToken('somebody')).code).toBe(40002);
  expect((await requestToken(vendor.appId, 'guess')).data).toBeNull();
});

test('a lock has the nineteen fields of the contract, with times on Santo Domingo’s clocks', async () => {
  const { accessToken } = (await requestToken()).data;
  const listed = await fetch(`${vendor.url}/researchapi/carlock/list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', AccessToken: accessToken },
    body: JSON.stringify({ index: 1, size: 1 }),
  });
  const [lock] = ((await listed.json()) as Answer).data.content;
  expect(Object.keys(lock ?? {}).sort()).toEqual(
    'alarm bz clbm cm createTime did electricity gateway locationState offlineTime online onlineTime signalStrength sim soundAlarm syncTime type updateTime ut'.split(
      ' ',
    ),
  );
  expect(lock).toMatchObject({ online: 1, offlineTime: null, syncTime: '2026-11-21 08:00:00' });
});
