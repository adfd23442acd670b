import { exchangeCode, loadCallbackFailure } from '../data.ts';
import { forgetActivity } from '../idle/forget-activity.ts';
import type { AuthCallbackResult } from './auth-callback-result.ts';

type Beginning = Extract<AuthCallbackResult, { kind: 'code' | 'signed-in' }>;

/** Begins the session that a landing brought. @throws Error why it did not begin */
export async function beginSession(answer: Beginning): Promise<Exclude<AuthCallbackResult, { kind: 'code' }>> {
  // How long the session before it rested says nothing about this one.
  forgetActivity();
  if (answer.kind === 'code') return { kind: 'signed-in', purpose: await exchangeCode(answer.code), rest: answer.rest };
  const failure = await loadCallbackFailure();
  if (failure !== null) throw failure;
  return answer;
}
