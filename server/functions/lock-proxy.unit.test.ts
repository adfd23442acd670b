import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { formatProxyMessage } from '../../domain/locks/proxy-message.ts';
import {
  handleLockProxy,
  type LockCommandRecord,
  type LockProxyDependencies,
  parseLockCall,
} from '../../supabase/functions/lock-proxy/handler.ts';
import { createRedact } from '../../supabase/functions/shared/lock-vendor.ts';

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

test('the vendor gets our credentials, and of the client only the token and the checked body', async () => {
  const calls: { url: URL; init: RequestInit | undefined }[] = [];
  const record: Partial<LockProxyDependencies> = {
    vendor: () => Promise.resolve({ url: 'https://locks.example/gateway/', appId: 'app', secret: 'a+secret/of%it' }),
    fetch: async (address, init) => {
      calls.push({ url: new URL(String(address)), init });
      return Response.json({ code: 200, msg: 'success' });
    },
  };
  await post({ endpoint: '/researchapi/getAccessToken', method: 'GET' }, record);
  const headers = {
    accesstoken: 'vendor-token',
    Authorization: 'Bearer x',
    Cookie: 'a=b',
    'X-Forwarded-For': '203.0.113.5',
  };
  const body = { index: 1, size: 10, appid: 'mine' };
  await post({ endpoint: '/researchapi/carlock/list', method: 'POST', headers, body }, record);
  const [token, list] = calls;
  expect(token?.url.searchParams.get('secret')).toBe('a+secret/of%it');
  expect(list?.url.href).toBe('https://locks.example/gateway/researchapi/carlock/list');
  expect([...new Headers(list?.init?.headers).keys()].toSorted()).toEqual(['accept', 'accesstoken', 'content-type']);
  expect(list?.init).toMatchObject({ method: 'POST', redirect: 'manual', signal: expect.any(AbortSignal) });
  expect(list?.init?.body).toBe('{"index":1,"size":10}');
});

test('a vendor who repeats our credentials is not repeated, in no form and not on record', async () => {
  const secret = 'a+secret/of%the=vendor';
  const records: LockCommandRecord[] = [];
  const echo = [secret, encodeURIComponent(secret), btoa(secret), 'appid app-4711'];
  const answer = await post(LOWER, {
    vendor: () => Promise.resolve({ url: 'https://locks.example', appId: 'app-4711', secret }),
    audit: async (record) => void records.push(record),
    fetch: async () =>
      Response.json(
        { code: 40002, msg: `bad ${secret}`, data: { echo, [secret]: 1, 'app-47110': 'kept' } },
        { status: 403 },
      ),
  });
  expect(await answer.clone().json()).toMatchObject({
    code: 40002,
    msg: 'bad [hidden]',
    data: { 'app-47110': 'kept' },
  });
  expect(records.at(-1)).toMatchObject({ code: 40002, msg: 'bad [hidden]' });
  expect((await answer.text()) + JSON.stringify(records)).not.toMatch(
    /app-4711(?!0)|a\+secret|a%2Bsecret|YStzZWNyZXQ/i,
  );
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

const vendorAnswers = (answer: () => Promise<Response>): Partial<LockProxyDependencies> => ({ fetch: answer });
const late = () => new DOMException('late', 'TimeoutError');
const neverEnds = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.error(late()),
    }),
  );

test.each<[failure: string, status: number, changes: Partial<LockProxyDependencies>]>([
  ['is late', 504, vendorAnswers(() => Promise.reject(late()))],
  ['starts to answer and never ends', 504, vendorAnswers(async () => neverEnds())],
  ['is not there', 502, vendorAnswers(() => Promise.reject(new TypeError('refused')))],
  ['points elsewhere', 502, vendorAnswers(async () => new Response(null, { status: 302 }))],
  ['answers with nonsense', 502, vendorAnswers(async () => new Response('nonsense'))],
  ['answers without end', 502, vendorAnswers(async () => new Response('x'.repeat(2 ** 21)))],
  ['answers without a code', 502, vendorAnswers(async () => Response.json({ ok: true }))],
  [
    'answers very deep',
    502,
    vendorAnswers(async () => new Response(`{"code":200,"x":${'['.repeat(9e4)}${']'.repeat(9e4)}}`)),
  ],
  [
    'gets no command, which was not recorded',
    503,
    {
      audit: () => Promise.reject(new Error('disk full')),
      fetch: () => Promise.reject(new Error('The vendor was called')),
    },
  ],
  ['is asked by nobody', 401, { verifyAdmin: () => Promise.resolve({ kind: 'unknown' }) }],
  ['is asked by a driver', 403, { verifyAdmin: () => Promise.resolve({ kind: 'not-admin' }) }],
])('an administrator reads in their language that the vendor %s (%i)', async (_failure, status, changes) => {
  const records: LockCommandRecord[] = [];
  const answer = await post(LOWER, { audit: async (record) => void records.push(record), ...changes });
  const { code, msg } = (await answer.json()) as { code: number; msg: string };
  expect([answer.status, code]).toEqual([status, status]);
  if (status === 502 || status === 504) expect(records.at(-1)).toMatchObject({ code: status });
  expect(formatProxyMessage(msg)).toBe(msg);
  setLocale('es');
  expect(formatProxyMessage(msg)).not.toBe(msg);
});

test('a secret that is a number is hidden where it stands as one', () => {
  const redact = createRedact({ appId: 'app', secret: '1234567890' });
  expect(redact({ secret: 1234567890, code: 200 })).toEqual({ secret: '[hidden]', code: 200 });
});

test('an answer without credentials passes as it is, also when an id contains the app id', () => {
  const answer = { code: 200, msg: null, data: { content: [{ did: 'KV-1001', alarm: true, sim: '100100' }] } };
  expect(createRedact({ appId: '1001', secret: 'long-enough' })(answer)).toEqual(answer);
});

const METHODS = new Map([
  ['/researchapi/getAccessToken', 'GET'],
  ['/researchapi/carlock/list', 'POST'],
  ['/researchapi/carlock/control', 'POST'],
]);
const ENDPOINTS = [...METHODS.keys()];

/** Fits any of the three. */
const rest = { headers: { AccessToken: 'token' }, body: { index: 1, size: 10, did: 'KV-0001', type: 1 } };

/** Paths that are nearly one of the contract's. */
const nearMiss = fc
  .tuple(
    fc.constantFrom(...ENDPOINTS),
    fc.nat(),
    fc.constantFrom('', '/', '//', '.', '..', '%2e', '%2F', '?', '#', '@', '\\', ' ', '\n', '\0', ';', ':', 'é', 'A'),
    fc.nat(2),
  )
  .map(([endpoint, at, piece, cut]) => {
    const from = at % (endpoint.length + 1);
    return endpoint.slice(0, from) + piece + endpoint.slice(from + cut);
  });
const anyEndpoint = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl(),
  nearMiss,
  fc.constantFrom(...ENDPOINTS).map((endpoint) => endpoint.toUpperCase()),
  fc.constantFrom(...ENDPOINTS).chain((path) => fc.webUrl().map((url) => new URL(path, url).href)),
);

test('whatever endpoint and method are asked for, a call is one of the contract’s or none', () => {
  fc.assert(
    fc.property(
      anyEndpoint,
      fc.oneof(fc.constantFrom('GET', 'POST', 'get', 'PUT'), fc.string()),
      (endpoint, method) => {
        const call = parseLockCall({ endpoint, method, ...rest });
        if (typeof call === 'string') return;
        expect(METHODS.get(endpoint)).toBe(method);
        expect(call.endpoint).toBe(endpoint);
      },
    ),
    { numRuns: 1000 },
  );
});

test('whatever the body, a command names a lock and one of two directions', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue()), fc.oneof(fc.integer(), fc.jsonValue()), (did, type) => {
      const call = parseLockCall({ endpoint: ENDPOINTS[2], method: 'POST', ...rest, body: { did, type, more: 1 } });
      const isCommand = typeof did === 'string' && did.length > 0 && did.length <= 64 && (type === 1 || type === 2);
      if (isCommand) expect(call).toMatchObject({ body: { did, type } });
      else expect(call).toEqual(expect.any(String));
    }),
  );
});

test('asking for a token takes no body, an empty one or null, and no headers', () => {
  const call = { endpoint: '/researchapi/getAccessToken', method: 'GET' };
  for (const body of [undefined, null, {}]) {
    expect(parseLockCall({ ...call, headers: { AccessToken: 'x' }, body })).toEqual({ endpoint: call.endpoint });
  }
  expect(parseLockCall({ ...call, body: { appid: 'mine' } })).toBe('body is not as the lock vendor takes it');
});

test.each(['a\0b', '\ud800', 'a\nb'])('a lock with the id %j is none', (did) => {
  const call = { ...rest, endpoint: '/researchapi/carlock/control', method: 'POST', body: { did, type: 1 } };
  expect(parseLockCall(call)).toBe('body.did is not as the lock vendor takes it');
});

const LIST = ENDPOINTS[1];
const token = { AccessToken: 'some-token' };
const page = (body: object) => ({ endpoint: LIST, method: 'POST', headers: token, body });

test.each<[string, object]>([
  ['no method', { endpoint: LIST, headers: token, body: { index: 1, size: 10 } }],
  ['page 0', page({ index: 0, size: 10 })],
  ['a page of 101', page({ index: 1, size: 101 })],
  ['half a page', page({ index: 1.5, size: 10 })],
  ['no body', { endpoint: LIST, method: 'POST', headers: token }],
  ['no token', { ...page({ index: 1, size: 10 }), headers: {} }],
  ['a token of two lines', { ...page({ index: 1, size: 10 }), headers: { AccessToken: 'a\r\nhost: evil.example' } }],
])('a call with %s is none', (_what, call) => {
  expect(parseLockCall(call)).toEqual(expect.any(String));
});
