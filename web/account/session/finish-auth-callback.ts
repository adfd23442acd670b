import { type OfferedSession, readOfferedSession } from '../../data/session-events.ts';
import { forgetActivity } from './last-activity.ts';
import { type AuthCallbackResult, parseAuthCallback } from './parse-auth-callback.ts';
import { exchangeCode, loadCallbackFailure, loadEmailOf } from './session.ts';

export type AnotherPerson = Omit<Extract<AuthCallbackResult, { kind: 'signed-in' }>, 'kind'> & {
  kind: 'another-person';
  email: string;
  offered: OfferedSession;
};

export type FinishedAuthCallback = Exclude<AuthCallbackResult, { kind: 'code' }> | AnotherPerson;

/** Parsed at start-up, because the data client may clear the fragment before the first screen is drawn. */
const initialResult = parseAuthCallback(window.location);

let finished: Promise<FinishedAuthCallback | null> | null = null;

/** Finishes, once, the sign-in with which the browser was redirected here; null when the product was opened otherwise. */
export function finishAuthCallback(): Promise<FinishedAuthCallback | null> {
  finished ??= finish(initialResult);
  return finished;
}

async function finish(result: AuthCallbackResult | null): Promise<FinishedAuthCallback | null> {
  if (result?.kind !== 'signed-in' && result?.kind !== 'code') return result;
  const { rest } = result;
  try {
    if (result.kind === 'code')
      return startSession({ kind: 'signed-in', purpose: await exchangeCode(result.code), rest });
    const error = await loadCallbackFailure();
    if (error !== null) return { kind: 'failed', error, rest };
    const offered = readOfferedSession();
    if (offered === null) return startSession(result);
    return { ...result, kind: 'another-person', offered, email: await loadEmailOf(offered) };
  } catch (thrown) {
    return { kind: 'failed', error: thrown instanceof Error ? thrown : new Error(String(thrown)), rest };
  }
}

/** The new session starts its idle time anew. */
function startSession(result: Extract<AuthCallbackResult, { kind: 'signed-in' }>): FinishedAuthCallback {
  forgetActivity();
  return result;
}
