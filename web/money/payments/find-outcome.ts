import { isPaid } from '../../../domain/money/payment.ts';
import { describeProblem, findProblemKey } from '../../../domain/problems.ts';
import type { Payment } from './data.ts';

/** What became of a payment, for its driver. */
export type Outcome =
  /** The money did what it was for. */
  | 'served'
  /** It came too late: it is on its way back, or there. */
  | 'going-back'
  | 'gone-back'
  | 'in-wallet'
  | 'declined'
  | 'left'
  /** The time to pay was over before the provider confirmed it. */
  | 'hold-over'
  | 'waiting';

export function findOutcome(payment: Payment, now: Date): Outcome {
  const { state, purpose, isServed, expiresAt, failure } = payment;
  if (isPaid(payment)) {
    if (isServed !== false) return 'served';
    if (purpose !== 'reservation' || state === 'captured') return 'in-wallet';
    return state === 'refunded' ? 'gone-back' : 'going-back';
  }
  if (state === 'declined') return 'declined';
  if (state === 'abandoned') return failure === 'payment-too-late' ? 'hold-over' : 'left';
  return purpose === 'reservation' && Date.parse(expiresAt) <= now.getTime() ? 'hold-over' : 'waiting';
}

/** Why a payment was not made, by the key that the database keeps as its failure. */
export const describeDecline = (failure: string | null): string =>
  describeProblem(findProblemKey(failure) ?? 'payment-declined');
