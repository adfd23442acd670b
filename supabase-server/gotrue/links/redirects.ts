import type { Context } from 'hono';
import type { AuthError } from '../auth-error.ts';
import type { SessionResponse } from '../sessions/sessions.ts';

/** Control characters, spaces and backslashes, which browsers and URL parsers read differently. */
const AMBIGUOUS = /[\p{Cc}\s\\]/u;

/** Mail links contain the address; no screen of the product has a longer one. */
const MAX_REDIRECT_LENGTH = 2000;

/** The `redirect_to` of a request where it is an address of the product, else the product's origin. */
export function readRedirectTo(c: Context, publicUrl: string, redirectTo = c.req.query('redirect_to') ?? ''): string {
  if (AMBIGUOUS.test(redirectTo) || !URL.canParse(redirectTo)) return publicUrl;
  const url = new URL(redirectTo);
  const isAllowed =
    url.origin === publicUrl && url.username === '' && url.password === '' && url.href.length <= MAX_REDIRECT_LENGTH;
  return isAllowed ? url.href : publicUrl;
}

/** Sets the fragment of an address: servers and logs do not see it. */
export function withFragment(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}

export function withQuery(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Adds an error to an address as GoTrue does. @param kind an error code of OAuth */
export function withError(address: string, kind: string, { code, message }: AuthError): string {
  return withFragment(address, { error: kind, error_code: code, error_description: message });
}

/** Carries a session, and what else there is to say, to a browser without PKCE. */
export function withSession(address: string, session: SessionResponse, more: Record<string, string>): string {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
  const times = { expires_at: `${expires_at}`, expires_in: `${expires_in}` };
  return withFragment(address, { access_token, ...times, refresh_token, token_type, ...more });
}
