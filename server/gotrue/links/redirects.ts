import type { AuthError } from '../auth-error.ts';
import type { SessionResponse } from '../sessions/sessions.ts';

/** Control characters, spaces and backslashes: browsers read them otherwise than parsers do. */
const TRICKS = /[\p{Cc}\s\\]/u;

/** Links of mails hold the address; no screen of the product has a longer one. */
const MAX_REDIRECT_LENGTH = 2000;

/**
 * Where a mail link or a provider may send the browser: an address of the product itself, else its front door.
 * @param wanted what the client asked for, if anything
 * @param publicUrl the product's origin
 */
export function toAllowedRedirect(wanted: string | undefined, publicUrl: string): string {
  if (wanted === undefined || wanted === '' || TRICKS.test(wanted) || !URL.canParse(wanted)) return publicUrl;
  const url = new URL(wanted);
  const isOurs =
    url.origin === publicUrl && url.username === '' && url.password === '' && url.href.length <= MAX_REDIRECT_LENGTH;
  return isOurs ? url.href : publicUrl;
}

/** An address with parameters in its fragment, where no server and no log sees them. */
export function withFragment(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}

/** An address with parameters added to its query. */
export function withQuery(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** An address with the reason why nobody was signed in, as GoTrue writes it. */
export function withError(address: string, kind: string, { code, message }: AuthError): string {
  return withFragment(address, { error: kind, error_code: code, error_description: message });
}

/** A session as a browser without PKCE gets it. */
export function sessionFragment(session: SessionResponse): Record<string, string> {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
  return { access_token, expires_at: `${expires_at}`, expires_in: `${expires_in}`, refresh_token, token_type };
}
