import * as z from 'zod';
import { emailSchema } from '../../../domain/field-schemas.ts';
import { newPasswordSchema } from '../../../domain/people/password.ts';
import { PROBLEMS } from '../../../domain/problems.ts';

export const emailValuesSchema = z.object({ email: emailSchema });

export function newEmailValuesSchema(current: string) {
  return z.object({
    email: emailSchema.refine((typed) => typed.toLowerCase() !== current.toLowerCase(), PROBLEMS['email-same']()),
  });
}

export type EmailValues = z.infer<typeof emailValuesSchema>;

export function newPasswordValuesSchema(minLength: number) {
  return z.object({ password: newPasswordSchema(minLength), current: z.string() });
}

/** `current` is the password until now; empty while the service has not asked for it. */
export type NewPasswordValues = { password: string; current: string };
