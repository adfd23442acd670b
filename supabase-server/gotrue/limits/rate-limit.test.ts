import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAuth, PASSWORD, post } from '../../../server/testing/auth.ts';
import { LIMITS } from './rate-limit.ts';

const auth = await openAuth({ rateLimit: true });

const attempt = (email: string) =>
  auth.api.request('/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: auth.keys.publishableKey },
    body: JSON.stringify({ email, password: 'a-guess-of-mine' }),
  });

test('guesses at one account are limited with a time to retry; others still sign in', async () => {
  for (let guess = 0; guess < LIMITS.signInByAccountAndSource.hits; guess += 1)
    expect((await attempt('ana@parqueo.test')).status).toBe(400);
  const stopped = await attempt('ana@parqueo.test');
  expect([stopped.status, ((await stopped.json()) as { error_code: string }).error_code]).toEqual([
    429,
    'over_request_rate_limit',
  ]);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attempt('beto@parqueo.test')).status).toBe(400);
});

test('a limit ends after its window', async () => {
  await auth.database.sql`update parqueo_server.rate_limits set window_ends_at = now()`;
  expect((await attempt('ana@parqueo.test')).status).toBe(400);
});

test('a network that tries many accounts is limited, and other networks are not', async () => {
  const { name, hits } = LIMITS.signInByAddress;
  // A request that comes over no socket has no address.
  await auth.database.sql`
    insert into parqueo_server.rate_limits (key, hits, window_ends_at)
    values (${`${name}:unknown`}, ${hits}, now() + interval '1 minute')
    on conflict (key) do update set hits = excluded.hits, window_ends_at = excluded.window_ends_at`;
  const stopped = await attempt('carla@parqueo.test');
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(50);
  const { error } = await auth.browser().auth.signInWithPassword({ email: 'carla@parqueo.test', password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
  await auth.database.sql`delete from parqueo_server.rate_limits where key = ${`${name}:unknown`}`;
});

test('many networks of one IPv6 site are limited together, and other sites are not', async () => {
  const { name, hits } = LIMITS.signInByAddress;
  // Four times as many as one of its networks may try.
  await auth.database.sql`
    insert into parqueo_server.rate_limits (key, hits, window_ends_at)
    values (${`${name}:2001:db8:1::/48`}, ${4 * hits - 1}, now() + interval '1 minute')`;
  const attemptFrom = (remoteAddress: string) =>
    auth.api.request(
      '/token?grant_type=password',
      {
        method: 'POST',
        headers: { apikey: auth.keys.publishableKey },
        body: JSON.stringify({ email: `${randomUUID()}@parqueo.test`, password: 'a-guess-of-mine' }),
      },
      { incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv6' } } },
    );
  expect((await attemptFrom('2001:db8:1:7::1')).status).toBe(400);
  expect((await attemptFrom('2001:db8:1:8::1')).status).toBe(429);
  expect((await attemptFrom('2001:db8:2:8::1')).status).toBe(400);
});

test.each(['signup', 'recover', 'otp', 'resend'])(
  'a second mail by %s is rejected with a time to retry',
  async (path) => {
    const ask = () => post(auth, `/${path}`, { email: `${path}@parqueo.test`, password: PASSWORD, type: 'signup' });
    expect((await ask()).status).toBe(200);
    const stopped = await ask();
    expect([stopped.status, stopped.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
    expect(stopped.body.msg).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);
