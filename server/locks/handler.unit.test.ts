import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { formatProxyMessage } from '../../domain/locks/proxy-message.ts';
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

afterEach(() => setLocale(baseLocale));

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

test('a code that comes as text passes as a number', async () => {
  const answer = await post(
    LOWER,
    vendorAnswers(async () => Response.json({ code: '40001', msg: null })),
  );
  expect(await answer.json()).toEqual({ code: 40001, msg: null });
});

const vendorAnswers = (answer: () => Promise<Response>): Partial<LockProxyDependencies> => ({ fetch: answer });

test.each<[failure: string, changes: Partial<LockProxyDependencies>]>([
  ['is late', vendorAnswers(() => Promise.reject(new DOMException('late', 'TimeoutError')))],
  ['is not there', vendorAnswers(() => Promise.reject(new TypeError('refused')))],
  ['points elsewhere', vendorAnswers(async () => new Response(null, { status: 302 }))],
  ['is out of order', vendorAnswers(async () => new Response(null, { status: 503 }))],
  ['answers with nonsense', vendorAnswers(async () => new Response('nonsense'))],
  ['answers without end', vendorAnswers(async () => new Response('x'.repeat(2 ** 21)))],
  ['says nothing', vendorAnswers(async () => new Response(''))],
  ['is cut off', vendorAnswers(async () => new Response('{"code": 200, "da'))],
  ['answers without a code', vendorAnswers(async () => Response.json({ ok: true }))],
  ['answers with a code beyond numbers', vendorAnswers(async () => Response.json({ code: 'fine' }))],
  ['answers with a list', vendorAnswers(async () => Response.json([{ code: 200 }]))],
  [
    'answers very deep',
    vendorAnswers(async () => new Response(`{"code":200,"x":${'['.repeat(9e4)}${']'.repeat(9e4)}}`)),
  ],
  ['gets no command, which was not recorded', { audit: () => Promise.reject(new Error('disk full')) }],
  ['is asked by nobody', { verifyAdmin: () => Promise.resolve({ kind: 'unknown' }) }],
  ['is asked by a driver', { verifyAdmin: () => Promise.resolve({ kind: 'not-admin' }) }],
])('an administrator reads in their language that the vendor %s', async (_failure, changes) => {
  const { msg } = (await (await post(LOWER, changes)).json()) as { msg: string };
  expect(formatProxyMessage(msg)).toBe(msg);
  setLocale('es');
  expect(formatProxyMessage(msg)).not.toBe(msg);
});
