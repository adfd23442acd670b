import { Mail, Share2, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import { wholeNumberSchema } from '../../../domain/field-schemas.ts';
import { showsSamples } from '../../data/connection.ts';
import type { NamedField } from '../../ui/newer-values.ts';
import { registerFields } from '../../ui/register-fields.ts';
import { SwitchField } from '../../ui/switch-field.tsx';
import { EmailField, NumberField, TextField } from '../../ui/text-field.tsx';
import { SettingsCard } from './settings-form.tsx';

/** What to know of a field: what it means when it is empty, or why it has no effect. */
type AuthSettingsHints = Partial<
  Record<'sessionTimeout' | 'socialAuthGoogle' | 'socialAuthApple' | 'fromAddress' | 'fromName', string | undefined>
>;

/** The cards of the authentication settings. They must be inside of a FormProvider. */
export function AuthSettingsFields({ hints = {} }: { hints?: AuthSettingsHints }) {
  const form = useFormContext<AuthSettings>();
  const { register } = form;
  const field = registerFields(form);
  return (
    <>
      <SettingsCard title={m.auth_settings_general()} text={m.auth_settings_general_detail()} icon={SlidersHorizontal}>
        <SwitchField
          label={m.auth_settings_email_confirmation()}
          detail={m.auth_settings_email_confirmation_detail()}
          {...register('emailConfirmationRequired')}
        />
        <SwitchField
          label={m.auth_settings_signups()}
          detail={m.auth_settings_signups_detail()}
          {...register('allowSignups')}
        />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_security()} text={m.auth_settings_security_detail()} icon={ShieldCheck}>
        <NumberField
          label={m.auth_settings_password_length()}
          min={6}
          max={20}
          {...field('passwordMinLength', { valueAsNumber: true })}
        />
        <NumberField
          label={m.auth_settings_session_timeout()}
          min={1}
          max={168}
          hint={hints.sessionTimeout}
          placeholder={hints.sessionTimeout === undefined ? undefined : m.auth_settings_no_limit()}
          {...field('sessionTimeout', { setValueAs: parseOptionalNumber })}
        />
        <SwitchField
          label={m.two_factor_authentication()}
          detail={m.auth_settings_two_factor_detail()}
          {...register('twoFactorEnabled')}
        />
        {showsSamples() ? null : (
          <SwitchField
            label={m.auth_settings_admin_factor()}
            detail={form.formState.errors.adminsNeedSecondFactor?.message ?? m.auth_settings_admin_factor_detail()}
            {...register('adminsNeedSecondFactor')}
          />
        )}
      </SettingsCard>
      <SettingsCard title={m.auth_settings_social()} text={m.auth_settings_social_detail()} icon={Share2}>
        <SwitchField label="Google" {...describe(hints.socialAuthGoogle)} {...register('socialAuthGoogle')} />
        <SwitchField label="Apple" {...describe(hints.socialAuthApple)} {...register('socialAuthApple')} />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_email()} text={m.auth_settings_email_detail()} icon={Mail}>
        <EmailField
          label={m.auth_settings_from_address()}
          placeholder={m.field_email_placeholder()}
          hint={hints.fromAddress}
          {...field('fromAddress')}
        />
        <TextField label={m.auth_settings_from_name()} hint={hints.fromName} {...field('fromName')} />
      </SettingsCard>
    </>
  );
}

const describe = (detail: string | undefined) => (detail === undefined ? {} : { detail });

function parseOptionalNumber(typed: unknown): number | null {
  return typed === '' || typed === null ? null : Number(typed);
}

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
