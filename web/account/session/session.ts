import {
  type AuthError,
  isAuthApiError,
  isAuthSessionMissingError,
  type Session,
  type User,
} from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import pTimeout from 'p-timeout';
import { Problem } from '../../../domain/problems.ts';
import { toAuthFailure, unwrapAuthResult } from '../../data/auth-message.ts';
import { dataClient } from '../../data/connection.ts';
import type { OfferedSession } from '../../data/session-events.ts';
import { readStoredSession } from '../../data/stored-session.ts';
import { paths } from '../../paths.ts';
import { getRemainingStartTime } from '../../ui/platform/browser-config.ts';
import { checkConnection } from '../../ui/platform/connection-state.ts';
import { logWarning } from '../../ui/platform/log.ts';

// These functions throw the AuthError of the service, or Problem `server-not-reachable` or `offline` without its response.

export const SOCIAL_PROVIDERS = ['google', 'apple', 'facebook'] as const;

export const SOCIAL_NAMES: Record<SocialProvider, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };

/** The statuses of a token that no longer belongs to a session. */
const INVALID_TOKEN_STATUSES: readonly number[] = [401, 403, 404];

export type Credentials = { email: string; password: string };

/**
 * The session stored in this browser, refreshed if necessary; null when there is none or after a failure.
 * @param after resolves once nothing else starts a session; the timeout includes it
 * @throws TimeoutError when the server does not respond in time
 */
export async function loadSession(after: Promise<unknown>): Promise<Session | null> {
  // Offline, whoever was signed in on this device still is.
  if (!(await checkConnection())) return readStoredSession();
  const check = after.then(() => dataClient().auth.getSession()).then(({ data }) => data.session);
  return pTimeout(check, { milliseconds: getRemainingStartTime() });
}

export function onSessionChange(callback: (event: string, session: Session | null) => void): () => void {
  const { data } = dataClient().auth.onAuthStateChange((event, session) => callback(event, session));
  return () => data.subscription.unsubscribe();
}

export async function logIn(credentials: Credentials): Promise<void> {
  await unwrapAuthResult(dataClient().auth.signInWithPassword(credentials));
}

/** Opens the session of a guest, which only this browser has. */
export const signInAsGuest = () => unwrapAuthResult(dataClient().auth.signInAnonymously());

/**
 * Creates an account. `needsConfirmation` is true when a link was mailed; it leads to the map. An account that has the `mark`
 * has the password of this sign-up.
 */
export async function signUp(credentials: Credentials): Promise<{ needsConfirmation: boolean; mark: string }> {
  const mark = crypto.randomUUID();
  const options = { emailRedirectTo: toAbsoluteUrl(paths.map), data: { sign_up: mark } };
  const { data } = await unwrapAuthResult(dataClient().auth.signUp({ ...credentials, options }));
  return { needsConfirmation: data.session === null, mark };
}

export async function resendConfirmation(email: string): Promise<void> {
  const options = { emailRedirectTo: toAbsoluteUrl(paths.map) };
  await unwrapAuthResult(dataClient().auth.resend({ type: 'signup', email, options }));
}

/** What a browser knows of a sign-up. A reload loses the password, and who comes from the log-in has no mark. */
export type SignUp = { email: string; password?: string | undefined; mark?: string };

/**
 * Confirms a sign-up with the code of its mail and signs in. The password is then the one of this sign-up, even where
 * somebody else has signed up with the address too: the mail then confirms no password.
 */
export async function confirmSignUp({ email, password, mark }: SignUp, code: string): Promise<void> {
  const { auth } = dataClient();
  const { data } = await unwrapAuthResult(auth.verifyOtp({ email, token: code, type: 'signup' }));
  if (password === undefined || (mark !== undefined && data.user?.user_metadata.sign_up === mark)) return;
  const { error } = await auth.updateUser({ password });
  if (error && error.code !== 'same_password') throw toAuthFailure(error);
}

/** What a mailed link is for: to choose a new password, or to confirm a sign-up or an invitation. */
export type MailPurpose = 'password' | 'confirmation';

export async function logInWithCode(mail: { email: string; code: string; purpose: MailPurpose }): Promise<void> {
  const { email, code, purpose } = mail;
  const type = purpose === 'password' ? 'recovery' : 'email';
  await unwrapAuthResult(dataClient().auth.verifyOtp({ email, token: code, type }));
}

/** Confirms a change of address with the code of the mail to one of both addresses; returns whether the change is complete. */
export async function confirmEmailChange(mailedTo: string, code: string): Promise<boolean> {
  const { auth } = dataClient();
  const { data } = await unwrapAuthResult(auth.verifyOtp({ email: mailedTo, token: code, type: 'email_change' }));
  return data.session !== null;
}

/** Why the data client rejected the tokens in the first address; null when it accepted them. */
export async function loadCallbackFailure(): Promise<Error | null> {
  const { error } = await dataClient().auth.initialize();
  return error && toAuthFailure(error);
}

export async function loadEmailOf({ access_token }: OfferedSession): Promise<string> {
  const { data } = await unwrapAuthResult(dataClient().auth.getUser(access_token));
  return data.user.email ?? '';
}

export async function takeSession(offered: OfferedSession): Promise<void> {
  await unwrapAuthResult(dataClient().auth.setSession(offered));
}

/** Returns `recovery` for a link that resets a password. */
export async function exchangeCode(code: string): Promise<'recovery' | null> {
  const { data, error } = await dataClient().auth.exchangeCodeForSession(code);
  if (error) throw toExchangeError(error);
  // The types of the client leave it out.
  return 'redirectType' in data && data.redirectType === 'recovery' ? 'recovery' : null;
}

function toExchangeError(error: AuthError): Error {
  // A missing verifier makes the exchange malformed, the verifier of another request makes it fail.
  if (error.code === 'validation_failed' || error.code === 'bad_code_verifier') {
    return new Problem('sign-in-of-another-browser', { cause: error });
  }
  const isUsed = error.code === 'flow_state_not_found' || error.code === 'flow_state_expired';
  return isUsed ? new Problem('sign-in-used-up', { cause: error }) : toAuthFailure(error);
}

export async function logInWith(provider: SocialProvider): Promise<void> {
  await unwrapAuthResult(
    dataClient().auth.signInWithOAuth({ provider, options: { redirectTo: toAbsoluteUrl(paths.map) } }),
  );
}

/** Ends all sessions of the person. @throws Problem `not-signed-out` when the server did not hear of it */
export const signOutEverywhere = () => endSession('global');

/** Ends the session of this device only, even when the server cannot be reached. */
export const signOutHere = () => endSession('local');

/** Signs out here even when the server does not hear of it: the session there expires. */
export const dropSession = () =>
  signOutHere().catch((error: unknown) => logWarning('The session was not ended on the server', error));

async function endSession(scope: 'global' | 'local'): Promise<void> {
  const { error } = await dataClient().auth.signOut({ scope });
  if (error) throw new Problem('not-signed-out', { cause: error });
}

/** Null when the person or session no longer exists; this device is then signed out. */
export async function loadVerifiedUser(): Promise<User | null> {
  const { data, error } = await dataClient().auth.getUser();
  if (!error) return data.user;
  if (isAuthSessionMissingError(error)) return null;
  if (!isAuthApiError(error) || !INVALID_TOKEN_STATUSES.includes(error.status))
    throw new Problem('user-not-loaded', { cause: error });
  await signOutHere();
  return null;
}

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

/** Whether the person has a second factor that this session has not verified yet; until then they are not signed in. */
export function needsCode({ access_token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && decodeJwt(access_token).aal !== 'aal2';
}

/** For a link in a mail, or of a provider. */
export const toAbsoluteUrl = (path: string) => `${window.location.origin}${path}`;

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];
