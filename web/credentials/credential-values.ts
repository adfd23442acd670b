import * as z from 'zod';
import { MIN_PASSWORD_LENGTH } from '../../domain/people/password.ts';
import { PROBLEMS } from '../../domain/problems.ts';

const email = z.string().trim().min(1, PROBLEMS['email-required']()).pipe(z.email(PROBLEMS['email-malformed']()));

export const emailValuesSchema = z.object({ email });

export function newEmailValuesSchema(current: string) {
  return z.object({
    email: email.refine((typed) => typed.toLowerCase() !== current.toLowerCase(), PROBLEMS['email-same']()),
  });
}

export type EmailValues = z.infer<typeof emailValuesSchema>;

export const newPasswordValuesSchema = z.object({
  password: z.string().min(MIN_PASSWORD_LENGTH, PROBLEMS['password-too-short']()),
});

export type NewPasswordValues = z.infer<typeof newPasswordValuesSchema>;
