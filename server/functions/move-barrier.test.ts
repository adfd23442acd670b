import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type LockSimulator, startLockSimulator } from '../../simulators/locks/start-lock-simulator.ts';
import { type BarrierResult, type Clock, moveBarrier } from '../../supabase/functions/open-space/move-barrier.ts';
import { openVendorSession, type VendorSession } from '../../supabase/functions/open-space/vendor-session.ts';

// The real simulator, on a clock that a wait moves on.

const START = Date.parse('2026-11-22T15:00:00Z');
const DEADLINE_MS = 10_000;
const LOWER = { did: 'KV-0001', type: 1 } as const;

let vendor: LockSimulator;
let session: VendorSession;
let elapsedMs: number;
let requests: string[];

const clock: Clock = {
  now: () => START + elapsedMs,
  wait: async (ms) => {
    elapsedMs += ms;
  },
};

const countingFetch: typeof fetch = (input, init) => {
  requests.push(new URL(String(input)).pathname.split('/').at(-1) ?? '');
  return fetch(input, init);
};
const openSession = () => openVendorSession({ vendor: () => Promise.resolve(vendor), fetch: countingFetch });

beforeEach(async () => {
  elapsedMs = 0;
  requests = [];
  vendor = await startLockSimulator({ now: () => new Date(START + elapsedMs), takesFaults: true });
  session = openSession();
});
afterEach(() => vendor.stop());

const breakWith = (faults: object) =>
  fetch(`${vendor.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });

const move = (command: { did: string; type: 1 | 2 } = LOWER): Promise<BarrierResult> =>
  moveBarrier(command, { session, clock, deadline: clock.now() + DEADLINE_MS });

const sentCommands = () => requests.filter((path) => path === 'control').length;

test('a barrier has moved once the vendor lists it in its new position', async () => {
  expect(await move()).toEqual({ outcome: 'moved', code: 200, msg: 'success', wasUp: true });
  expect(elapsedMs).toBe(3000);
  expect(await move({ ...LOWER, type: 2 })).toMatchObject({ outcome: 'moved', wasUp: false });
  expect(sentCommands()).toBe(2);
});

test('a barrier that is down already was not up', async () => {
  await move();
  expect(await move()).toMatchObject({ outcome: 'moved', wasUp: false });
});

test('nobody knows that a barrier was up which is offline, as the vendor lists where it was last', async () => {
  await breakWith({ offline: ['KV-0001'] });
  expect(await move()).toMatchObject({ outcome: 'barrier-offline', wasUp: false });
});

test('a barrier whose position is not listed in time is lowered, and nobody knows that it was up', async () => {
  const slow: typeof fetch = async (input, init) => {
    if (!String(input).endsWith('/list') || requests.includes('control')) return countingFetch(input, init);
    elapsedMs += 3000;
    throw new DOMException('late', 'TimeoutError');
  };
  session = openVendorSession({ vendor: () => Promise.resolve(vendor), fetch: slow });
  expect(await move()).toMatchObject({ outcome: 'moved', wasUp: false });
  expect(elapsedMs).toBe(6000);
});

test.each<[fault: string, faults: object, outcome: string, code: number, ms: number]>([
  ['is slow', { slow: ['KV-0001'] }, 'moved', 200, 8000],
  ['is stuck', { stuck: ['KV-0001'] }, 'barrier-no-response', 200, 10_000],
  ['is offline', { offline: ['KV-0001'] }, 'barrier-offline', 40030, 0],
  ['moves, and the response is lost', { lostResponse: true }, 'moved', 502, 3000],
])('a barrier that %s gets one command, and one outcome', async (_, faults, outcome, code, ms) => {
  await breakWith(faults);
  expect(await move()).toMatchObject({ outcome, code });
  expect([elapsedMs, sentCommands()]).toEqual([ms, 1]);
});

test.each<[fault: string, faults: object, code: number]>([
  ['is down', { status: 503 }, 502],
  ['speaks nonsense', { malformed: true }, 502],
  ['does not know our address', { notAllowed: true }, 40080],
  ['takes no access token', { tokenExpired: 'always' }, 40001],
])('a barrier of a vendor who %s is out of reach at once', async (_, faults, code) => {
  await breakWith(faults);
  expect(await move()).toMatchObject({ outcome: 'barrier-unreachable', code });
  expect(elapsedMs).toBe(0);
});

test('a barrier of a vendor who goes down after the token is out of reach after three lists', async () => {
  await move();
  await breakWith({ status: 500 });
  elapsedMs = 0;
  expect(await move({ ...LOWER, type: 2 })).toMatchObject({ outcome: 'barrier-unreachable', code: 502 });
  expect(elapsedMs).toBe(2000);
  expect(sentCommands()).toBe(2);
});

test('a token that has expired is renewed, and the barrier moves', async () => {
  await move();
  await breakWith({ tokenExpired: true });
  expect(await move({ ...LOWER, type: 2 })).toMatchObject({ outcome: 'moved' });
  expect(requests.filter((path) => path === 'getAccessToken')).toHaveLength(2);
});

test('commands at the same time share one access token', async () => {
  const all = ['KV-0001', 'KV-0002', 'KV-0004', 'KV-0005'].map((did) => move({ did, type: 1 }));
  expect((await Promise.all(all)).map(({ outcome }) => outcome)).toEqual(all.map(() => 'moved'));
  expect(requests.filter((path) => path === 'getAccessToken')).toHaveLength(1);
});

test('a lock that the vendor does not have is rejected', async () => {
  expect(await move({ did: 'KV-9999', type: 1 })).toMatchObject({ outcome: 'barrier-rejected', code: 40004 });
});

test('a vendor who does not respond in time gets no more time than there is', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => limits.mockRestore());
  const hangs: typeof fetch = async (input, init) => {
    if (String(input).includes('getAccessToken')) return fetch(input, init);
    requests.push('late');
    elapsedMs += limits.mock.lastCall?.[0] ?? 0;
    throw new DOMException('late', 'TimeoutError');
  };
  session = openVendorSession({ vendor: () => Promise.resolve(vendor), fetch: hangs });
  expect(await move()).toMatchObject({ outcome: 'barrier-unreachable', code: 504 });
  // A list that has three seconds, the command, and a list that has the rest.
  expect(requests).toEqual(['late', 'late', 'late']);
  expect(elapsedMs).toBe(DEADLINE_MS);
});
