import { type AuthCallbackResult, parseAuthCallback } from './auth-callback-result.ts';
import { beginSession } from './begin-session.ts';

/** What a landing came to, once there is nothing left to do about it. */
export type FinishedAuthCallback = Exclude<AuthCallbackResult, { kind: 'code' }>;

/** Read as the product starts: the data client may empty the fragment before the first screen is drawn. */
const landing = parseAuthCallback(window.location);

let finished: Promise<FinishedAuthCallback | null> | null = null;

/**
 * Finishes the sign-in that a mailed link or a social provider sent this browser back with, once: tokens are read by the
 * data client, a code is exchanged for them. Null when the product was opened otherwise.
 */
export function finishAuthCallback(): Promise<FinishedAuthCallback | null> {
  finished ??= finish(landing);
  return finished;
}

async function finish(answer: AuthCallbackResult | null): Promise<FinishedAuthCallback | null> {
  if (answer?.kind !== 'signed-in' && answer?.kind !== 'code') return answer;
  try {
    return await beginSession(answer);
  } catch (error) {
    const refusal = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', refusal, rest: answer.rest };
  }
}
