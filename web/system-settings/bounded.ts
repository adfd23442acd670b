import * as z from 'zod';
import { PROBLEMS, type ProblemKey } from '../../domain/problems.ts';

const CENTS = 100;

/** A number with at most two decimals within bounds; an empty field and anything else says the one sentence. */
export function amount({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }, problem: ProblemKey) {
  const message = PROBLEMS[problem];
  return z
    .number(message)
    .min(min, message)
    .max(max, message)
    .refine((value) => Math.abs(value * CENTS - Math.round(value * CENTS)) < 1e-6, message);
}

/** A whole number within bounds; an empty field and anything else says the one sentence. */
export function whole({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }, problem: ProblemKey) {
  const message = PROBLEMS[problem];
  return z.number(message).int(message).min(min, message).max(max, message);
}
