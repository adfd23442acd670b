import * as z from 'zod';
import { describeProblem } from '../problems.ts';

/** Where the authentication service does not say how long passwords are at least. */
export const MIN_PASSWORD_LENGTH = 8;

export function newPasswordSchema(minLength: number) {
  return z.string().min(minLength, describeProblem('password-too-short', { min: String(minLength) }));
}
