import { Mail, Share2, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import * as z from 'zod';
import { m } from '#messages';
import { toColumns } from '../../../domain/camel-case.ts';
import { wholeNumberSchema } from '../../../domain/field-schemas.ts';
import { showsSamples } from '../../data/connection.ts';
import { dataKeys } from '../../data/keys.ts';
import type { SignInRules } from '../../data/sign-in/sign-in-rules.ts';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { EmailField, NumberField, TextField } from '../../ui/form/text-field.tsx';
import { optionalText, type SettingsPart, settingsRow } from './installation-settings.ts';
import { SettingsCard, useSettingsFields } from './settings-form.tsx';

const MAX_SENDER_NAME_LENGTH = 60;
/** A sender's name is no address, stays on one line and has no invisible characters, which the database checks too. */
const SENDER_NAME = /^[^@<>"\\\p{C}\p{Zl}\p{Zp}]*$/u;

/** The session timeout is in hours, null for none. */
export const authSettingsSchema = z
  .object({
    emailConfirmationRequired: z.boolean(),
    allowSignups: z.boolean(),
    passwordMinLength: wholeNumberSchema({ min: 6, max: 20 }, 'password-length-out-of-range'),
    sessionTimeoutHours: wholeNumberSchema({ min: 1, max: 168 }, 'hours-out-of-range').nullable(),
    twoFactorAllowed: z.boolean(),
    adminsNeedSecondFactor: z.boolean(),
    socialGoogleAllowed: z.boolean(),
    socialAppleAllowed: z.boolean(),
    emailFromAddress: z.union([z.literal(''), z.email(m.problem_sender_malformed())]),
    emailFromName: z
      .string()
      .trim()
      .max(MAX_SENDER_NAME_LENGTH, m.problem_sender_name_malformed())
      .regex(SENDER_NAME, m.problem_sender_name_malformed()),
  })
  .refine(({ twoFactorAllowed, adminsNeedSecondFactor }) => twoFactorAllowed || !adminsNeedSecondFactor, {
    path: ['adminsNeedSecondFactor'],
    message: m.problem_admin_factor_not_offered(),
  });

export type AuthSettings = z.infer<typeof authSettingsSchema>;

/** The authentication settings that the server obeys. */
export const authSettingsPart: SettingsPart<AuthSettings> = {
  name: 'auth',
  ...settingsRow({
    email_confirmation_required: z.boolean(),
    allow_signups: z.boolean(),
    password_min_length: z.number(),
    session_timeout_hours: z.number().nullable(),
    two_factor_allowed: z.boolean(),
    admins_need_second_factor: z.boolean(),
    social_google_allowed: z.boolean(),
    social_apple_allowed: z.boolean(),
    email_from_address: optionalText,
    email_from_name: optionalText,
  }),
  toColumns: (values) => ({
    ...toColumns(values),
    email_from_address: values.emailFromAddress || null,
    email_from_name: values.emailFromName || null,
  }),
  values: authSettingsSchema,
  fields: [
    { name: 'emailConfirmationRequired', label: m.auth_settings_email_confirmation() },
    { name: 'allowSignups', label: m.auth_settings_signups() },
    { name: 'passwordMinLength', label: m.auth_settings_password_length() },
    { name: 'sessionTimeoutHours', label: m.auth_settings_session_timeout() },
    { name: 'twoFactorAllowed', label: m.two_factor_authentication() },
    { name: 'adminsNeedSecondFactor', label: m.auth_settings_admin_factor() },
    { name: 'socialGoogleAllowed', label: 'Google' },
    { name: 'socialAppleAllowed', label: 'Apple' },
    { name: 'emailFromAddress', label: m.auth_settings_from_address() },
    { name: 'emailFromName', label: m.auth_settings_from_name() },
  ],
  texts: {
    title: m.auth_settings_title(),
    note: m.auth_settings_delay(),
    save: m.auth_settings_save(),
    saved: m.auth_settings_saved(),
    loading: m.auth_settings_loading(),
  },
  failedText: m.auth_settings_not_loaded(),
  listConsequences: (before, after) => [
    ...(before.emailConfirmationRequired && !after.emailConfirmationRequired
      ? [m.auth_settings_confirm_no_confirmation()]
      : []),
    ...(before.allowSignups && !after.allowSignups ? [m.auth_settings_confirm_no_signups()] : []),
    ...(!before.adminsNeedSecondFactor && after.adminsNeedSecondFactor ? [m.auth_settings_confirm_admin_factor()] : []),
  ],
  dependents: [dataKeys.signInRules()],
};

/** The cards of the authentication settings. `providers` are those that the authentication service offers. */
export function AuthSettingsFields({ providers }: { providers?: SignInRules['providers'] }) {
  const { form, field, number, toggle } = useSettingsFields(authSettingsPart.fields);
  const { defaultValues: stored, errors } = form.formState;
  const ofStored = (text: string) => (showsSamples() ? undefined : text);
  /** A provider that the operator allows and the service does not offer is not set up. */
  const describe = (isAllowed: boolean | undefined, isOffered: boolean | undefined) =>
    isAllowed && isOffered === false ? m.auth_settings_provider_missing() : undefined;
  return (
    <>
      <SettingsCard title={m.auth_settings_general()} text={m.auth_settings_general_detail()} icon={SlidersHorizontal}>
        <SwitchField detail={m.auth_settings_email_confirmation_detail()} {...toggle('emailConfirmationRequired')} />
        <SwitchField detail={m.auth_settings_signups_detail()} {...toggle('allowSignups')} />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_security()} text={m.auth_settings_security_detail()} icon={ShieldCheck}>
        <NumberField min={6} max={20} {...number('passwordMinLength')} />
        <NumberField
          min={1}
          max={168}
          hint={ofStored(m.auth_settings_session_hint())}
          placeholder={ofStored(m.auth_settings_no_limit())}
          {...number('sessionTimeoutHours')}
        />
        <SwitchField detail={m.auth_settings_two_factor_detail()} {...toggle('twoFactorAllowed')} />
        {showsSamples() ? null : (
          <SwitchField
            detail={errors.adminsNeedSecondFactor?.message ?? m.auth_settings_admin_factor_detail()}
            {...toggle('adminsNeedSecondFactor')}
          />
        )}
      </SettingsCard>
      <SettingsCard title={m.auth_settings_social()} text={m.auth_settings_social_detail()} icon={Share2}>
        <SwitchField
          detail={describe(stored?.socialGoogleAllowed, providers?.google)}
          {...toggle('socialGoogleAllowed')}
        />
        <SwitchField
          detail={describe(stored?.socialAppleAllowed, providers?.apple)}
          {...toggle('socialAppleAllowed')}
        />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_email()} text={m.auth_settings_email_detail()} icon={Mail}>
        <EmailField
          placeholder={m.field_email_placeholder()}
          hint={ofStored(m.auth_settings_from_address_hint())}
          {...field('emailFromAddress')}
        />
        <TextField hint={ofStored(m.auth_settings_from_name_hint())} {...field('emailFromName')} />
      </SettingsCard>
    </>
  );
}
