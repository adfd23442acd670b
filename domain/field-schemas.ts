import * as z from 'zod';
import { PROBLEMS, Problem, type ProblemKey } from './problems.ts';
import type { TextLimit } from './text-limits.ts';

const CENT_DECIMALS = 2;
/** What is left of a number with few decimals once they are shifted before the point. */
const ROUNDING = 1e-6;

type Bounds = { min: number; max?: number };

/** A number with at most so many decimals, two unless told, within bounds; an empty field and anything else says the one sentence. */
export function amountSchema(
  { min, max = Number.MAX_SAFE_INTEGER, decimals = CENT_DECIMALS }: Bounds & { decimals?: number },
  problem: ProblemKey,
) {
  const message = PROBLEMS[problem];
  const isShort = (value: number) => Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < ROUNDING;
  return z.number(message).min(min, message).max(max, message).refine(isShort, message);
}

/** A text with at most so many characters, not counting blanks around it, which are not kept. */
export function textSchema({ max }: Pick<TextLimit, 'max'>) {
  const { message } = new Problem('text-too-long', { values: { max: String(max) } });
  return z.string().refine((typed) => typed.trim().length <= max, message);
}

/** A whole number within bounds; an empty field and anything else says the one sentence. */
export function wholeNumberSchema({ min, max = Number.MAX_SAFE_INTEGER }: Bounds, problem: ProblemKey) {
  const message = PROBLEMS[problem];
  return z.number(message).int(message).min(min, message).max(max, message);
}
