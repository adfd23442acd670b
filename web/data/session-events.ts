import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { readStoredSession } from './stored-session.ts';

/** The tokens of an address that signs in somebody else than the person who is signed in here. */
export type OfferedSession = Pick<Session, 'access_token' | 'refresh_token'>;

type AddressParameters = { [name: string]: string };

let offered: OfferedSession | null = null;

/** The session that the first address offers to the person who is signed in; null when there is none to decide about. */
export const readOfferedSession = (): OfferedSession | null => offered;

/**
 * Whether the data client takes the session in an address. It never replaces the session of somebody else without a
 * question: anybody can send a link with a session of their own, and what the reader then pays would be the sender's.
 */
export function takesSessionInAddress(url: URL, parameters: AddressParameters): boolean {
  const { access_token, refresh_token = '', error, error_code, error_description } = parameters;
  // The data client then counts from its own clock, as with a response.
  delete parameters.expires_at;
  if (!access_token) return Boolean(error || error_code || error_description);
  // The service puts tokens into the fragment. The data client would read them in the query too.
  if (url.searchParams.has('access_token')) return false;
  const current = readStoredSession();
  if (current === null || readSubject(access_token) === current.user.id) return true;
  offered = { access_token, refresh_token };
  return false;
}

/** The id of the person whom an access token names, unverified; null for a text that is no token. */
function readSubject(accessToken: string): string | null {
  try {
    return decodeJwt(accessToken).sub ?? null;
  } catch (error) {
    // By its code: the classes of the library's errors would load with the first screen.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_JWT_INVALID') return null;
    throw error;
  }
}

/** The service has no such session: it lasted as long as it may, or somebody ended it on another device. */
const OVER: readonly unknown[] = ['session_expired', 'session_not_found', 'refresh_token_not_found'];

/** Why the authentication service rejects the session of a person: the account is suspended, or the session is over. */
type Rejection = { reason: 'suspended' | 'over'; email: string };

const ERROR_STATUSES: readonly number[] = [400, 403];
const listeners = new Set<(rejection: Rejection) => void>();
/** The session may be checked before a component listens. */
let pending: Rejection | null = null;

/** Notifies the listeners when a response of the authentication service rejects the session of this browser. */
export async function reportRejection(response: Response, init: RequestInit | undefined): Promise<void> {
  // A person who signs out knows that the session is over. The data client forgets the session after this.
  const mayReject = ERROR_STATUSES.includes(response.status) && !response.url.includes('/logout');
  const session = mayReject ? readStoredSession() : null;
  if (session === null || !isAbout(session, init)) return;
  const reason = await readReason(response.clone());
  if (reason === null) return;
  const rejection = { reason, email: session.user.email ?? '' };
  if (listeners.size === 0) pending = rejection;
  for (const notify of listeners) notify(rejection);
}

/** Whether a request is about this session, and not about one that a link offers. */
function isAbout({ access_token, refresh_token }: Session, init: RequestInit | undefined): boolean {
  const sent = `${new Headers(init?.headers).get('authorization')} ${init?.body}`;
  return sent.includes(access_token) || sent.includes(refresh_token);
}

async function readReason(response: Response): Promise<Rejection['reason'] | null> {
  // A body that is not JSON comes from a proxy, not from the service.
  const { error_code, code } = (await response.json().catch(() => null)) ?? {};
  const codes = [error_code, code];
  if (codes.includes('user_banned')) return 'suspended';
  return codes.some((one) => OVER.includes(one)) ? 'over' : null;
}

/** Calls back each time the service rejects the session; returns the function that unsubscribes. */
export function onRejection(callback: (rejection: Rejection) => void): () => void {
  listeners.add(callback);
  if (pending !== null) callback(pending);
  pending = null;
  return () => {
    listeners.delete(callback);
  };
}
