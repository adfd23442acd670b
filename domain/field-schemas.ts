import * as z from 'zod';
import { m } from '#messages';
import { stripUnseen } from './plain-text.ts';
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
export function decimalSchema(
  { min, max = Number.MAX_SAFE_INTEGER, decimals = CENT_DECIMALS }: Bounds & { decimals?: number },
  problem: ProblemKey,
) {
  const message = describeProblem(problem);
  const isShort = (value: number) => Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < ROUNDING;
  return z.number(message).min(min, message).max(max, message).refine(isShort, message);
}

const MARK = String.raw`[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0fbc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f]`;
/** More accents on a letter than any language has: the database rejects texts that have them (`private.stacked_marks`). */
const HEAP_OF_MARKS = new RegExp(`(${MARK}{4})${MARK}+`, 'gu');

/** A text without unseen letters and heaps of accents. The limit does not count the blanks around it, which are not stored. */
export function textSchema({ max }: Pick<TextLimit, 'max'>) {
  const message = describeProblem('text-too-long', { max: String(max) });
  return z
    .string()
    .overwrite((typed) => stripUnseen(typed).replaceAll(HEAP_OF_MARKS, '$1'))
    .refine((typed) => typed.trim().length <= max, message);
}

/** A whole number within bounds. Any other input has this one problem. */
export function wholeNumberSchema({ min, max = Number.MAX_SAFE_INTEGER }: Bounds, problem: ProblemKey) {
  const message = describeProblem(problem);
  return z.number(message).int(message).min(min, message).max(max, message);
}

/** Without control characters and marks that turn text around. */
const ONE_LINE = /^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u;

/** A text on one line, without the blanks around it. */
export const oneLineSchema = (limit: Pick<TextLimit, 'max'>, problem: string) =>
  textSchema(limit).trim().regex(ONE_LINE, problem);
