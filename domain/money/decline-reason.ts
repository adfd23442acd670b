import { describeProblem, findProblemKey } from '../problems.ts';

/** Why a payment was not made, by the key that the database keeps as its failure. */
export const describeDecline = (failure: string | null): string =>
  describeProblem(findProblemKey(failure) ?? 'payment-declined');
