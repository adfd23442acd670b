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

/** A refusal as the address of a landing holds it. */
export type Refusal = { message: string; code: string | null };

type Address = { search: string; hash: string };

/** What the authentication service said when it sent the browser back, and the address without it. */
export type AuthCallbackResult =
  | { kind: 'failed'; refusal: Refusal | Error; rest: Address }
  /** `purpose` is what the link was for, such as `signup` or `recovery`; null for a social provider. */
  | { kind: 'signed-in'; purpose: string | null; rest: Address }
  /** What the browser that asked for it with PKCE exchanges for a session. */
  | { kind: 'code'; code: string; rest: Address }
  /** The first of the two links of a change of address was followed. */
  | { kind: 'half-confirmed'; rest: Address };

/**
 * Reads the answer of a mailed link or a social provider from an address: in the fragment, failures also in the query,
 * a code there only. Null when the address holds none.
 */
export function parseAuthCallback({ search, hash }: Address): AuthCallbackResult | null {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const spoken = fragment.has('error') || fragment.has('error_code') ? fragment : query;
  if (spoken.has('error') || spoken.has('error_code')) {
    return { kind: 'failed', refusal: refusalIn(spoken), rest: without({ query, fragment }, ERROR_NAMES) };
  }
  if (fragment.has('access_token')) {
    const purpose = fragment.get('type');
    return { kind: 'signed-in', purpose, rest: without({ query, fragment }, TOKEN_NAMES) };
  }
  const code = query.get('code');
  if (code) return { kind: 'code', code, rest: without({ query, fragment }, CODE_NAMES) };
  return fragment.has('message') ? { kind: 'half-confirmed', rest: without({ query, fragment }, NOTE_NAMES) } : null;
}

function refusalIn(spoken: URLSearchParams): Refusal {
  const code = spoken.get('error_code');
  return { message: spoken.get('error_description') ?? code ?? spoken.get('error') ?? '', code };
}

function without(
  { query, fragment }: { query: URLSearchParams; fragment: URLSearchParams },
  names: readonly string[],
): Address {
  for (const name of names) {
    query.delete(name);
    fragment.delete(name);
  }
  return {
    search: query.size > 0 ? `?${query}` : '',
    hash: fragment.size > 0 ? `#${fragment}` : '',
  };
}
