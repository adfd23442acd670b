import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocksUnderTest, startLocks } from '../testing/lock-proxy.ts';

const TOKEN = { endpoint: '/researchapi/getAccessToken', method: 'GET' };
const LIST = '/researchapi/carlock/list';
const AccessToken = 'some-token';

let locks: LocksUnderTest;
let admin: string;

beforeAll(async () => {
  // Nobody listens there, so a call that is made answers 502.
  locks = await startLocks({ url: 'http://127.0.0.1:1', appId: 'app-4711', secret: 'secret-of-vendor' });
  admin = await locks.signIn('ada', true);
});
afterAll(() => locks.close());

const control = (did: string, type: number) => ({
  endpoint: '/researchapi/carlock/control',
  method: 'POST',
  headers: { AccessToken },
  body: { did, type },
});

const LIST_CALL = { endpoint: LIST, method: 'POST', headers: { AccessToken }, body: { index: 1, size: 10 } };
test.each([
  ['another path', { endpoint: '/researchapi/carlock/delete', method: 'POST' }],
  ['a path that climbs', { endpoint: '/researchapi/carlock/../getAccessToken', method: 'GET' }],
  ['a full address', { endpoint: 'https://evil.example/researchapi/getAccessToken', method: 'GET' }],
  ['another host', { endpoint: '//evil.example/researchapi/getAccessToken', method: 'GET' }],
  ['a host before the path', { endpoint: '@evil.example/researchapi/getAccessToken', method: 'GET' }],
  ['an encoded path', { endpoint: '/researchapi%2FgetAccessToken', method: 'GET' }],
  ['a query', { endpoint: '/researchapi/getAccessToken?secret=1', method: 'GET' }],
  ['a line break', { endpoint: '/researchapi/getAccessToken\r\n', method: 'GET' }],
  ['another method', { endpoint: '/researchapi/getAccessToken', method: 'POST' }],
  ['no method', { endpoint: LIST, headers: { AccessToken }, body: { index: 1, size: 10 } }],
  ['page 0', { endpoint: LIST, method: 'POST', headers: { AccessToken }, body: { index: 0, size: 10 } }],
  ['a page of 101', { endpoint: LIST, method: 'POST', headers: { AccessToken }, body: { index: 1, size: 101 } }],
  ['half a page', { endpoint: LIST, method: 'POST', headers: { AccessToken }, body: { index: 1.5, size: 10 } }],
  ['no body', { endpoint: LIST, method: 'POST', headers: { AccessToken } }],
  ['no token', { endpoint: LIST, method: 'POST', headers: {}, body: { index: 1, size: 10 } }],
  ['a token of two lines', { ...LIST_CALL, headers: { AccessToken: 'a\r\nhost: evil.example' } }],
  ['type 3', control('KV-0003', 3)],
  ['no lock', control('', 1)],
  ['an endless id', control('K'.repeat(65), 1)],
  ['a list', [TOKEN]],
])('an administrator who asks for %s is refused before the vendor hears of it', async (_what, body) => {
  const answer = await locks.invoke(body, admin);
  expect(answer).toMatchObject({ status: 400, code: 400, msg: expect.any(String) });
  expect(JSON.stringify(answer)).not.toContain('evil');
  expect(await locks.database.sql`select 1 from public.audit_log where subject_table = 'locks'`).toHaveLength(0);
});

test('a body that is no JSON or too long is refused', async () => {
  const post = (body: string) =>
    fetch(`${locks.url}/functions/v1/lock-proxy`, {
      method: 'POST',
      headers: { apikey: locks.keys.publishableKey, authorization: `Bearer ${admin}` },
      body,
    });
  expect(await (await post('{"endpoint')).json()).toEqual({ code: 400, msg: 'The body is not JSON' });
  expect(await (await post('x'.repeat(20_000))).json()).toEqual({ code: 400, msg: 'The body is too long' });
});

test('a page of another origin may ask, and only by POST; a caller without a key is refused', async () => {
  const address = `${locks.url}/functions/v1/lock-proxy`;
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://parqueo.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,apikey',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  const get = await fetch(address, {
    headers: { apikey: locks.keys.publishableKey, authorization: `Bearer ${admin}` },
  });
  expect([get.status, get.headers.get('access-control-allow-origin')]).toEqual([405, '*']);
  expect((await fetch(address, { method: 'POST' })).status).toBe(401);
});

test('functions of other names do not exist', async () => {
  const { error } = await locks.client(admin).functions.invoke('lock-proxy-2', { body: TOKEN });
  expect(error?.context.status).toBe(404);
  const wrongKey = createClient(locks.url, 'wrong-key').functions.invoke('lock-proxy', { body: TOKEN });
  expect((await wrongKey).error?.context.status).toBe(401);
});
