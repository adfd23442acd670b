import { Problem } from '../problems.ts';

/** Whether a payment that failed to begin may have begun all the same. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof Problem) || error.key === 'payment-not-begun' || error.key === 'offline';
