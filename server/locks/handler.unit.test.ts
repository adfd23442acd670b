import { expect, test } from 'vitest';
import {
  handleLockProxy,
  type LockCommandRecord,
  type LockProxyDependencies,
} from '../../supabase/functions/lock-proxy/handler.ts';

const LOWER = {
  endpoint: '/researchapi/carlock/control',
  method: 'POST',
  headers: { AccessToken: 'vendor-token' },
  body: { did: 'KV-0001', type: 1 },
};

const parts = (changes: Partial<LockProxyDependencies>): LockProxyDependencies => ({
  vendor: () => Promise.resolve({ url: 'https://locks.example', appId: 'app', secret: 'long-enough' }),
  fetch: () => Promise.resolve(Response.json({ code: 200, msg: 'success' })),
  verifyAdmin: () => Promise.resolve({ kind: 'admin', id: 'ada' }),
  audit: () => Promise.resolve(),
  report: () => undefined,
  ...changes,
});

const post = (body: unknown, changes: Partial<LockProxyDependencies> = {}) =>
  handleLockProxy(
    new Request('https://parqueo.example/functions/v1/lock-proxy', { method: 'POST', body: JSON.stringify(body) }),
    parts(changes),
  );

test('a sent command gets its response even if that cannot be recorded, which is logged', async () => {
  const reported: unknown[] = [];
  const answer = await post(LOWER, {
    audit: ({ code }) => (code === undefined ? Promise.resolve() : Promise.reject(new Error('disk full'))),
    report: ({ endpoint, fault }) => reported.push([endpoint, fault]),
  });
  expect([answer.status, await answer.json()]).toEqual([200, { code: 200, msg: 'success' }]);
  expect(reported).toEqual([[LOWER.endpoint, 'not-recorded']]);
});

test('a command is on record before the vendor hears of it', async () => {
  const events: string[] = [];
  await post(LOWER, {
    audit: async ({ code }: LockCommandRecord) => {
      events.push(code === undefined ? 'recorded' : `answered ${code}`);
    },
    fetch: async () => {
      events.push('sent');
      return Response.json({ code: 40030, msg: 'offline' });
    },
  });
  expect(events).toEqual(['recorded', 'sent', 'answered 40030']);
});

test('an error that names the address with the secret is not passed on', async () => {
  const reported: unknown[] = [];
  const answer = await post(
    { endpoint: '/researchapi/getAccessToken', method: 'GET' },
    {
      fetch: (address) => Promise.reject(new TypeError(`cannot fetch ${String(address)}`)),
      report: (fault) => reported.push(fault),
    },
  );
  expect(JSON.stringify([await answer.json(), reported])).not.toContain('long-enough');
});

test('no answer may be kept by the browser or anybody between', async () => {
  expect((await post(LOWER)).headers.get('cache-control')).toBe('no-store');
});

test('a browser that asks whether it may is told so, whoever it is', async () => {
  const request = new Request('https://parqueo.example/functions/v1/lock-proxy', { method: 'OPTIONS' });
  const answer = await handleLockProxy(request, parts({ verifyAdmin: () => Promise.reject(new Error('not asked')) }));
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(answer.headers.get('access-control-allow-headers')).toContain('apikey');
});
