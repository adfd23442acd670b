import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TokenVerification } from './access-tokens.ts';
import { cacheVerifiedTokens } from './identify-caller.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const LIFE_SECONDS = 3600;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Tokens are valid when they begin with "true"; each verification is recorded. */
function counting() {
  const checked: string[] = [];
  const exp = NOW.getTime() / 1000 + LIFE_SECONDS;
  const verify = async (token: string): Promise<TokenVerification> => {
    checked.push(token);
    if (!token.startsWith('true')) return { kind: 'invalid' };
    if (Date.now() >= exp * 1000) return { kind: 'expired' };
    return { kind: 'valid', claims: { sub: token, session_id: '', role: 'authenticated', email: '', exp } };
  };
  return { verify: cacheVerifiedTokens({ verify }), checked };
}

test('a valid token is verified once and keeps its own claims', async () => {
  const { verify, checked } = counting();
  const ana = await verify('true ana');
  const beto = await verify('true beto');
  const again = await verify('true ana');
  expect([ana, beto, again]).toMatchObject(['true ana', 'true beto', 'true ana'].map((sub) => ({ claims: { sub } })));
  expect(checked).toEqual(['true ana', 'true beto']);
});

test('a cached token is rejected from the moment it expires', async () => {
  const { verify } = counting();
  expect((await verify('true ana')).kind).toBe('valid');
  vi.setSystemTime(NOW.getTime() + LIFE_SECONDS * 1000 - 1);
  expect((await verify('true ana')).kind).toBe('valid');
  vi.setSystemTime(NOW.getTime() + LIFE_SECONDS * 1000);
  expect((await verify('true ana')).kind).toBe('expired');
});

test('the cache holds a limited number of the newest tokens', async () => {
  const { verify, checked } = counting();
  for (let n = 0; n <= 5000; n += 1) await verify(`true ${n}`);
  checked.length = 0;
  await verify('true 5000');
  await verify('true 0');
  expect(checked).toEqual(['true 0']);
});
