import { exchangeCode, loadCallbackFailure } from '../auth/data.ts';
import { forgetActivity } from '../idle/last-activity.ts';
import { type AuthCallbackResult, parseAuthCallback } from './parse-auth-callback.ts';

/** The result of a callback whose code has been exchanged. */
export type FinishedAuthCallback = Exclude<AuthCallbackResult, { kind: 'code' }>;

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
  // The idle time of the previous session does not count.
  forgetActivity();
  try {
    if (result.kind === 'code') return { kind: 'signed-in', purpose: await exchangeCode(result.code), rest };
    const error = await loadCallbackFailure();
    return error === null ? result : { kind: 'failed', error, rest };
  } catch (thrown) {
    return { kind: 'failed', error: thrown instanceof Error ? thrown : new Error(String(thrown)), rest };
  }
}
