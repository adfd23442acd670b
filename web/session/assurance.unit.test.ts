import type { Session } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { needsCode } from './assurance.ts';

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function sessionWith(aal: string | undefined, statuses: readonly ('verified' | 'unverified')[]): Session {
  const factors = statuses.map((status, nth) => ({
    id: `${nth}`,
    factor_type: 'totp' as const,
    status,
    created_at: '',
    updated_at: '',
  }));
  return {
    access_token: `${encoded({ alg: 'ES256' })}.${encoded({ sub: 'ana', aal })}.c2ln`,
    refresh_token: 'r',
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: 'ana', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '', factors },
  };
}

test('a session without the second factor of its person needs a code', () => {
  expect(needsCode(sessionWith('aal1', ['verified']))).toBe(true);
  expect(needsCode(sessionWith(undefined, ['unverified', 'verified']))).toBe(true);
});

test('a session that has shown a code, or whose person has proven no factor, needs none', () => {
  expect(needsCode(sessionWith('aal2', ['verified']))).toBe(false);
  expect(needsCode(sessionWith('aal1', ['unverified']))).toBe(false);
  expect(needsCode(sessionWith('aal1', []))).toBe(false);
});
