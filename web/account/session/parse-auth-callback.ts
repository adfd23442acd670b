import { findSessionKey } from '../../data/stored-session.ts';

const ERROR_NAMES = ['error', 'error_code', 'error_description', 'sb'] as const;
const NOTE_NAMES = ['message', 'sb'] as const;
const CODE_NAMES = ['code', 'sb_flow_id', 'sb'] as const;
const TOKEN_NAMES = [
  'access_token',
  'refresh_token',
  'expires_in',
  'expires_at',
  'token_type',
  'type',
  'provider_token',
  'provider_refresh_token',
  'sb',
] as const;

/** An error in the address of a callback. Anybody can write the description. */
type AuthCallbackError = { description: string; code: string | null };

type Address = { search: string; hash: string };

/** The result with which the authentication service redirected the browser, and the address without it. */
export type AuthCallbackResult =
  | { kind: 'failed'; error: AuthCallbackError | Error; rest: Address }
  /** `purpose` is that of the link, such as `signup` or `recovery`; null for a social provider. */
  | { kind: 'signed-in'; purpose: string | null; rest: Address }
  /** A PKCE code, which this browser exchanges for a session. */
  | { kind: 'code'; code: string; rest: Address }
  /** The first of the two links that change an email address was followed. */
  | { kind: 'half-confirmed'; rest: Address };

/** The result of a mailed link or a social provider, or null. It is in the fragment; errors may be in the query, and codes are. */
export function parseAuthCallback({ search, hash }: Address): AuthCallbackResult | null {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const without = (names: readonly string[]): Address => {
    for (const name of names) {
      query.delete(name);
      fragment.delete(name);
    }
    return { search: addMark('?', query), hash: addMark('#', fragment) };
  };
  const errorParams = [fragment, query].find(isFailure);
  if (errorParams !== undefined) {
    return { kind: 'failed', error: parseError(errorParams), rest: without(ERROR_NAMES) };
  }
  if (fragment.has('access_token')) {
    const purpose = fragment.get('type');
    return { kind: 'signed-in', purpose, rest: without(TOKEN_NAMES) };
  }
  const code = query.get('code');
  if (code) return { kind: 'code', code, rest: without(CODE_NAMES) };
  return fragment.has('message') ? { kind: 'half-confirmed', rest: without(NOTE_NAMES) } : null;
}

/** The data client takes each of these names for a failure. */
const isFailure = (params: URLSearchParams) =>
  ['error', 'error_code', 'error_description'].some((name) => params.has(name));

function parseError(params: URLSearchParams): AuthCallbackError {
  return { description: params.get('error_description') ?? '', code: params.get('error_code') ?? params.get('error') };
}

const addMark = (mark: string, params: URLSearchParams) => `${mark}${params}`.replace(/^.$/, '');

/** Whether this browser stores a session or its address brings one. False means that nobody is signed in. */
export function mayHaveSession({ location }: { location: Address }): boolean {
  return parseAuthCallback(location) !== null || findSessionKey() !== undefined;
}
