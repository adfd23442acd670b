import type { ProblemKey, ProblemValues } from './problems.ts';

/** Which parameter of its sentence a rule of the database has as its detail. */
const DETAIL_NAMES: Partial<Record<ProblemKey, keyof ProblemValues>> = {
  'reservation-over-limit': 'max',
  'reservation-too-short': 'min',
  'refund-over-paid': 'max',
  'refund-over-top-up': 'max',
  'balance-left': 'max',
  'wallet-too-low': 'missing',
  'wallet-full': 'max',
  'second-admin-required': 'max',
};

/** The parameters of the sentence; none for a rule whose sentence has none. */
export function toProblemValues(key: ProblemKey, detail: string | null | undefined): Partial<ProblemValues> {
  const name = DETAIL_NAMES[key];
  return name && detail ? { [name]: detail } : {};
}
