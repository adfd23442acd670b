import type { Session } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { needsCode } from './session.ts';

const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

function createSession(aal: string | undefined, statuses: readonly ('verified' | 'unverified')[]): Session {
  const factors = statuses.map((status, index) => ({
    id: `${index}`,
    factor_type: 'totp' as const,
    status,
    created_at: '',
    updated_at: '',
  }));
  return {
    access_token: `${encode({ alg: 'ES256' })}.${encode({ sub: 'ana', aal })}.c2ln`,
    refresh_token: 'r',
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: 'ana', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '', factors },
  };
}

test('a session without the second factor of its person needs a code', () => {
  expect(needsCode(createSession('aal1', ['verified']))).toBe(true);
  expect(needsCode(createSession(undefined, ['unverified', 'verified']))).toBe(true);
});

test('a session that verified a code, or whose person has no verified factor, needs none', () => {
  expect(needsCode(createSession('aal2', ['verified']))).toBe(false);
  expect(needsCode(createSession('aal1', ['unverified']))).toBe(false);
  expect(needsCode(createSession('aal1', []))).toBe(false);
});
