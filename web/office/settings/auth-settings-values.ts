import * as z from 'zod';
import { m } from '#messages';
import { wholeNumberSchema } from '../../../domain/field-schemas.ts';
import type { NamedField } from '../../ui/newer-values.ts';

const MAX_SENDER_NAME_LENGTH = 60;
/** As the database has it: a sender's name is no address, stays on one line and has no invisible characters. */
const SENDER_NAME = /^[^@<>"\\\p{C}\p{Zl}\p{Zp}]*$/u;

const authSettingsFields = z.object({
  emailConfirmationRequired: z.boolean(),
  allowSignups: z.boolean(),
  passwordMinLength: wholeNumberSchema({ min: 6, max: 20 }, 'password-length-out-of-range'),
  sessionTimeout: wholeNumberSchema({ min: 1, max: 168 }, 'hours-out-of-range').nullable(),
  twoFactorEnabled: z.boolean(),
  adminsNeedSecondFactor: z.boolean(),
  socialAuthGoogle: z.boolean(),
  socialAuthApple: z.boolean(),
  fromAddress: z.union([z.literal(''), z.email(m.problem_sender_malformed())]),
  fromName: z
    .string()
    .trim()
    .max(MAX_SENDER_NAME_LENGTH, m.problem_sender_name_malformed())
    .regex(SENDER_NAME, m.problem_sender_name_malformed()),
});

export type AuthSettings = z.infer<typeof authSettingsFields>;

/** The session timeout is in hours, null for none. */
export const authSettingsSchema = authSettingsFields.refine(
  ({ twoFactorEnabled, adminsNeedSecondFactor }) => twoFactorEnabled || !adminsNeedSecondFactor,
  { path: ['adminsNeedSecondFactor'], message: m.problem_admin_factor_not_offered() },
);

/** The fields that two people may change at the same time, with their labels. */
export const AUTH_SETTINGS_FIELDS: readonly NamedField<AuthSettings>[] = [
  { name: 'emailConfirmationRequired', label: m.auth_settings_email_confirmation() },
  { name: 'allowSignups', label: m.auth_settings_signups() },
  { name: 'passwordMinLength', label: m.auth_settings_password_length() },
  { name: 'sessionTimeout', label: m.auth_settings_session_timeout() },
  { name: 'twoFactorEnabled', label: m.two_factor_authentication() },
  { name: 'adminsNeedSecondFactor', label: m.auth_settings_admin_factor() },
  { name: 'socialAuthGoogle', label: 'Google' },
  { name: 'socialAuthApple', label: 'Apple' },
  { name: 'fromAddress', label: m.auth_settings_from_address() },
  { name: 'fromName', label: m.auth_settings_from_name() },
];
