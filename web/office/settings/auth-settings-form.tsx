import * as z from 'zod';
import { m } from '#messages';
import { SIGN_IN_RULES_KEY, type SignInRules } from '../../data/sign-in/sign-in-rules.ts';
import {
  AUTH_SETTINGS_FIELDS,
  type AuthSettings,
  AuthSettingsFields,
  authSettingsSchema,
} from './auth-settings-fields.tsx';
import type { SettingsPart, StoredSettings } from './data.ts';
import { SavedSettingsForm } from './saved-settings-form.tsx';

function listConsequences(before: AuthSettings, after: AuthSettings): string[] {
  const consequences: string[] = [];
  if (before.emailConfirmationRequired && !after.emailConfirmationRequired) {
    consequences.push(m.auth_settings_confirm_no_confirmation());
  }
  if (before.allowSignups && !after.allowSignups) consequences.push(m.auth_settings_confirm_no_signups());
  if (!before.adminsNeedSecondFactor && after.adminsNeedSecondFactor) {
    consequences.push(m.auth_settings_confirm_admin_factor());
  }
  return consequences;
}

type Providers = SignInRules['providers'];

/** A provider that the operator allows and the service does not offer is not set up. */
function createHints({ socialAuthGoogle, socialAuthApple }: AuthSettings, { google, apple }: Providers) {
  const describe = (isAllowed: boolean, isOffered: boolean) =>
    isAllowed && !isOffered ? m.auth_settings_provider_missing() : undefined;
  return {
    sessionTimeout: m.auth_settings_session_hint(),
    socialAuthGoogle: describe(socialAuthGoogle, google),
    socialAuthApple: describe(socialAuthApple, apple),
    fromAddress: m.auth_settings_from_address_hint(),
    fromName: m.auth_settings_from_name_hint(),
  };
}

/** The authentication settings that the server obeys, with the providers that the authentication service offers. */
export function AuthSettingsForm({ providers }: { providers: Providers }) {
  return (
    <SavedSettingsForm part={authSettingsPart}>
      {(stored) => <AuthSettingsFields hints={createHints(stored, providers)} />}
    </SavedSettingsForm>
  );
}

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

const authSettingsPart: SettingsPart<AuthSettings> = {
  name: 'auth',
  columns: Object.keys(rowSchema.shape).join(),
  schema,
  toColumns,
  values: authSettingsSchema,
  fields: AUTH_SETTINGS_FIELDS,
  texts: {
    title: m.auth_settings_title(),
    note: m.auth_settings_delay(),
    save: m.auth_settings_save(),
    saved: m.auth_settings_saved(),
    loading: m.auth_settings_loading(),
  },
  failedText: m.auth_settings_not_loaded(),
  shapes: ['h-52', 'h-72', 'h-48', 'h-60'],
  listConsequences,
  dependents: [SIGN_IN_RULES_KEY],
};
