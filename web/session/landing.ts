import { authMessageOf } from '../platform/auth-message.ts';
import { exchangeCode, landingFailure } from './data.ts';
import { forgetActivity } from './last-activity.ts';
import { type SignInAnswer, signInAnswerOf } from './sign-in-answer.ts';

/** What a landing came to, once there is nothing left to do about it. */
export type FinishedLanding = Exclude<SignInAnswer, { kind: 'code' }>;

/** Read as the product starts: the data client may empty the fragment before the first screen is drawn. */
const landing = signInAnswerOf(window.location);

let finished: Promise<FinishedLanding | null> | null = null;

/**
 * Finishes the sign-in that a mailed link or a social provider sent this browser back with, once: tokens are read by the
 * data client, a code is exchanged for them. Null when the product was opened otherwise.
 */
export function finishLanding(): Promise<FinishedLanding | null> {
  finished ??= finish(landing);
  return finished;
}

async function finish(answer: SignInAnswer | null): Promise<FinishedLanding | null> {
  if (answer?.kind !== 'signed-in' && answer?.kind !== 'code') return answer;
  // A new session begins here; how long the one before it rested says nothing about this one.
  forgetActivity();
  const { rest } = answer;
  try {
    if (answer.kind === 'code') return { kind: 'signed-in', purpose: await exchangeCode(answer.code), rest };
    const failure = await landingFailure();
    return failure === null ? answer : { kind: 'failed', message: authMessageOf(failure), rest };
  } catch (error) {
    return { kind: 'failed', message: authMessageOf(error), rest };
  }
}
