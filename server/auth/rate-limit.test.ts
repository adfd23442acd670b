import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from './rate-limit.ts';
import { type AuthUnderTest, PASSWORD, startAuth } from './testing.ts';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth({ rateLimit: true });
});
afterAll(() => auth.close());

const attempt = (email: string) =>
  auth.api.request('/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: auth.keys.publishableKey },
    body: JSON.stringify({ email, password: 'a-guess-of-mine' }),
  });

test('guessing at one account is stopped and told when to try again; other accounts go on', async () => {
  for (let guess = 0; guess < LIMITS.signInByAccount.hits; guess += 1)
    expect((await attempt('ana@parqueo.test')).status).toBe(400);
  const stopped = await attempt('ana@parqueo.test');
  expect([stopped.status, ((await stopped.json()) as { error_code: string }).error_code]).toEqual([
    429,
    'over_request_rate_limit',
  ]);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attempt('beto@parqueo.test')).status).toBe(400);
});

test('a limit ends with its time', async () => {
  await auth.database.sql`update parqueo_server.rate_limits set window_ends_at = now()`;
  expect((await attempt('ana@parqueo.test')).status).toBe(400);
});

test('one address gets one mail at a time', async () => {
  const signUp = () => auth.browser().auth.signUp({ email: 'mail@parqueo.test', password: PASSWORD });
  expect((await signUp()).error).toBeNull();
  expect((await signUp()).error?.code).toBe('over_email_send_rate_limit');
});
