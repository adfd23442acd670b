import * as z from 'zod';
import { emailSchema } from '../../domain/field-schemas.ts';
import { MIN_PASSWORD_LENGTH } from '../../domain/people/password.ts';
import { PROBLEMS } from '../../domain/problems.ts';

export const emailValuesSchema = z.object({ email: emailSchema });

export function newEmailValuesSchema(current: string) {
  return z.object({
    email: emailSchema.refine((typed) => typed.toLowerCase() !== current.toLowerCase(), PROBLEMS['email-same']()),
  });
}

export type EmailValues = z.infer<typeof emailValuesSchema>;

export const newPasswordValuesSchema = z.object({
  password: z.string().min(MIN_PASSWORD_LENGTH, PROBLEMS['password-too-short']()),
});

export type NewPasswordValues = z.infer<typeof newPasswordValuesSchema>;
