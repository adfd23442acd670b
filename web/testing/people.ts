/** Somebody with an account on the fake server. */
export type Person = { id: string; email: string };

export const DRIVER: Person = { id: '6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11', email: 'ana@parqueo.test' };
export const ADMIN: Person = { id: '0b8e4f0e-6a0c-4a7e-9a53-5b1f0c9d2e22', email: 'admin@parqueo.test' };
export const PASSWORD = 'correct-horse-battery';

const YEAR_SECONDS = 31_536_000;

const encode = (value: object) =>
  btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');

/** The session that the authentication service gives to a person. */
export function createSession({ id, email }: Person, userFields: object = {}, aal = 'aal1') {
  const now = Math.floor(Date.now() / 1000);
  const user = {
    id,
    email,
    aud: 'authenticated',
    role: 'authenticated',
    email_confirmed_at: '2026-01-01T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    ...userFields,
  };
  const claims = { sub: id, email, role: 'authenticated', aal, iat: now, exp: now + YEAR_SECONDS };
  return {
    access_token: `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`,
    refresh_token: `refresh-${id}`,
    token_type: 'bearer',
    expires_in: YEAR_SECONDS,
    expires_at: now + YEAR_SECONDS,
    user,
  };
}

/** The id that an access token of `createSession` names, or null. */
export function readTokenSubject(authorization: string | null): string | null {
  const claims = authorization?.split('.')[1];
  return claims === undefined ? null : JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub;
}
