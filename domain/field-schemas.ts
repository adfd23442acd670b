import * as z from 'zod';
import { m } from '#messages';
import { describeProblem, type ProblemKey } from './problems.ts';
import type { TextLimit } from './text-limits.ts';

/** An e-mail address as typed, without the blanks around it. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, m.problem_email_required())
  .pipe(z.email(m.problem_email_malformed()));

const CENT_DECIMALS = 2;
/** The error of floating-point numbers once their decimals are shifted before the point. */
const ROUNDING = 1e-6;

type Bounds = { min: number; max?: number };

/** A number within bounds, with two decimals at most unless told otherwise. Any other input has this one problem. */
export function amountSchema(
  { min, max = Number.MAX_SAFE_INTEGER, decimals = CENT_DECIMALS }: Bounds & { decimals?: number },
  problem: ProblemKey,
) {
  const message = describeProblem(problem);
  const isShort = (value: number) => Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < ROUNDING;
  return z.number(message).min(min, message).max(max, message).refine(isShort, message);
}

/**
 * Marks that turn the direction of text around, and letters that nobody sees. People paste them without knowing, and the
 * database refuses them in names.
 */
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** A text without unseen letters. The limit does not count the blanks around it, which are not stored. */
export function textSchema({ max }: Pick<TextLimit, 'max'>) {
  const message = describeProblem('text-too-long', { max: String(max) });
  return z
    .string()
    .overwrite((typed) => typed.replaceAll(UNSEEN, ''))
    .refine((typed) => typed.trim().length <= max, message);
}

/** A whole number within bounds. Any other input has this one problem. */
export function wholeNumberSchema({ min, max = Number.MAX_SAFE_INTEGER }: Bounds, problem: ProblemKey) {
  const message = describeProblem(problem);
  return z.number(message).int(message).min(min, message).max(max, message);
}
