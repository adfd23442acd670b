import * as z from 'zod';
import type { SettingsPart, StoredSettings } from '../data.ts';
import type { AuthSettings } from './auth-settings-values.ts';

const rowSchema = z.object({
  id: z.string(),
  updated_at: z.string(),
  email_confirmation_required: z.boolean(),
  allow_signups: z.boolean(),
  password_min_length: z.number(),
  session_timeout_hours: z.number().nullable(),
  two_factor_allowed: z.boolean(),
  admins_need_second_factor: z.boolean(),
  social_google_allowed: z.boolean(),
  social_apple_allowed: z.boolean(),
  email_from_address: z.string().nullable(),
  email_from_name: z.string().nullable(),
});

const schema = rowSchema.transform(
  (row): StoredSettings<AuthSettings> => ({
    id: row.id,
    version: row.updated_at,
    values: {
      emailConfirmationRequired: row.email_confirmation_required,
      allowSignups: row.allow_signups,
      passwordMinLength: row.password_min_length,
      sessionTimeout: row.session_timeout_hours,
      twoFactorEnabled: row.two_factor_allowed,
      adminsNeedSecondFactor: row.admins_need_second_factor,
      socialAuthGoogle: row.social_google_allowed,
      socialAuthApple: row.social_apple_allowed,
      fromAddress: row.email_from_address ?? '',
      fromName: row.email_from_name ?? '',
    },
  }),
);

const toColumns = (values: AuthSettings) => ({
  email_confirmation_required: values.emailConfirmationRequired,
  allow_signups: values.allowSignups,
  password_min_length: values.passwordMinLength,
  session_timeout_hours: values.sessionTimeout,
  two_factor_allowed: values.twoFactorEnabled,
  admins_need_second_factor: values.adminsNeedSecondFactor,
  social_google_allowed: values.socialAuthGoogle,
  social_apple_allowed: values.socialAuthApple,
  email_from_address: values.fromAddress || null,
  email_from_name: values.fromName || null,
});

/** The authentication settings as `installation_settings` has them. */
export const authSettingsPart: SettingsPart<AuthSettings> = {
  name: 'auth',
  columns: Object.keys(rowSchema.shape).join(),
  schema,
  toColumns,
};
