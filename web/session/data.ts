import {
  type AuthError,
  isAuthApiError,
  isAuthSessionMissingError,
  type Session,
  type User,
} from '@supabase/supabase-js';
import { Problem } from '../../domain/problems.ts';
import { authFailureOf } from '../data/auth-failure.ts';
import { dataClient } from '../data/connection.ts';
import { paths } from '../paths.ts';
import { readStoredSession } from './kept-session.ts';
import type { Provider } from './sign-in/providers.ts';

/** How long the first look for a session may take before the product goes on as signed out. */
export const SESSION_CHECK_TIMEOUT_MS = 5000;

/** HTTP statuses that say that nobody is signed in with this token. */
const REFUSALS: readonly number[] = [401, 403, 404];

export type Credentials = { email: string; password: string };

/**
 * The session kept in this browser, refreshed if need be; null when there is none, on failure and on time-out.
 * @param after what may begin a session first; the time-out counts from before it
 */
export async function loadSession(
  after: Promise<unknown>,
  timeoutMs = SESSION_CHECK_TIMEOUT_MS,
): Promise<Session | null> {
  // Without a connection nobody can be asked: whoever was signed in on this device still is.
  if (!navigator.onLine) return readStoredSession();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null);
  });
  const check = after.then(() => dataClient().auth.getSession()).then(({ data }) => data.session);
  try {
    return await Promise.race([check, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls back with the session and the event each time either changes, in this tab or another; returns the way to stop. */
export function onSessionChange(callback: (event: string, session: Session | null) => void): () => void {
  const { data } = dataClient().auth.onAuthStateChange((event, session) => callback(event, session));
  return () => data.subscription.unsubscribe();
}

/** Signs in. @throws Problem `server-not-reachable`, or the refusal of the authentication service (AuthError) */
export async function logIn(credentials: Credentials): Promise<void> {
  const { error } = await dataClient().auth.signInWithPassword(credentials);
  if (error) throw authFailureOf(error);
}

/**
 * Opens an account. `needsConfirmation` says that a link was mailed, which leads to the map.
 * @throws Problem `server-not-reachable`, or the refusal of the authentication service (AuthError)
 */
export async function signUp(credentials: Credentials): Promise<{ needsConfirmation: boolean }> {
  const { data, error } = await dataClient().auth.signUp({
    ...credentials,
    options: { emailRedirectTo: mapAddress() },
  });
  if (error) throw authFailureOf(error);
  return { needsConfirmation: data.session === null };
}

/** Mails the confirmation link again. @throws Problem `server-not-reachable`, or the service's refusal (AuthError) */
export async function resendConfirmation(email: string): Promise<void> {
  const { error } = await dataClient().auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: mapAddress() },
  });
  if (error) throw authFailureOf(error);
}

/** Why the data client did not take the tokens in the address that the product was opened with; null when it did. */
export async function loadCallbackFailure(): Promise<Error | null> {
  const { error } = await dataClient().auth.initialize();
  return error && authFailureOf(error);
}

/**
 * Exchanges the code of a mailed link or a social provider for a session; answers `recovery` when it was asked for to
 * choose a new password.
 * @throws Problem `sign-in-of-another-browser` where this browser did not ask for it, `sign-in-used-up`,
 * `server-not-reachable`, or the refusal of the authentication service (AuthError)
 */
export async function exchangeCode(code: string): Promise<'recovery' | null> {
  let purpose: 'recovery' | null = null;
  const stop = onSessionChange((event) => {
    if (event === 'PASSWORD_RECOVERY') purpose = 'recovery';
  });
  try {
    const { error } = await dataClient().auth.exchangeCodeForSession(code);
    if (error) throw exchangeFailureOf(error);
    return purpose;
  } finally {
    stop();
  }
}

function exchangeFailureOf(error: AuthError): Error {
  // Without the verifier of the one who asked the exchange is malformed, with that of somebody else it is refused.
  if (error.code === 'validation_failed' || error.code === 'bad_code_verifier') {
    return new Problem('sign-in-of-another-browser', { cause: error });
  }
  const isUsedUp = error.code === 'flow_state_not_found' || error.code === 'flow_state_expired';
  return isUsedUp ? new Problem('sign-in-used-up', { cause: error }) : authFailureOf(error);
}

/** Sends the browser to a social provider, which sends it back to the map. @throws AuthError when it cannot */
export async function logInWith(provider: Provider): Promise<void> {
  const { error } = await dataClient().auth.signInWithOAuth({ provider, options: { redirectTo: mapAddress() } });
  if (error) throw authFailureOf(error);
}

/** Ends the session; one the server no longer knows (401, 403, 404) is simply removed. @throws Problem `not-signed-out` */
export async function signOut(): Promise<void> {
  const { error } = await dataClient().auth.signOut();
  if (error) throw new Problem('not-signed-out', { cause: error });
}

/**
 * Ends the session of this device only, whether or not the server can be reached.
 * @throws Problem `not-signed-out` when the server was not told; this device is signed out then too
 */
export async function signOutHere(): Promise<void> {
  const { error } = await dataClient().auth.signOut({ scope: 'local' });
  if (error) throw new Problem('not-signed-out', { cause: error });
}

/**
 * The signed-in person as the authentication service knows them now. Null when it knows no such person or session: this
 * device is then signed out.
 * @throws Problem `user-not-loaded`
 */
export async function loadVerifiedUser(): Promise<User | null> {
  const { data, error } = await dataClient().auth.getUser();
  if (!error) return data.user;
  if (isAuthSessionMissingError(error)) return null;
  if (!isAuthApiError(error) || !REFUSALS.includes(error.status))
    throw new Problem('user-not-loaded', { cause: error });
  await signOutHere();
  return null;
}

/** Whether a person is an administrator: has the row that says so. @throws Problem `admin-not-checked` */
export async function isAdmin(userId: string): Promise<boolean> {
  const { data, error } = await dataClient()
    .from('user_roles')
    .select('role')
    .eq('user_id', userId)
    .eq('role', 'admin')
    .maybeSingle();
  if (error) throw new Problem('admin-not-checked', { cause: error });
  return data !== null;
}

function mapAddress(): string {
  return `${window.location.origin}${paths.map}`;
}
