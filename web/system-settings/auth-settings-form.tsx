import { zodResolver } from '@hookform/resolvers/zod';
import { Mail, Share2, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { EmailField } from '../ui/email-field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type AuthSettings, authSettingsSchema, DEFAULT_AUTH_SETTINGS } from './auth-settings-values.ts';
import { SettingsCard } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';

/** A form without a backend: it forgets its values when it closes. */
export function AuthSettingsForm() {
  const { register, handleSubmit, formState } = useForm<AuthSettings>({
    resolver: zodResolver(authSettingsSchema),
    defaultValues: DEFAULT_AUTH_SETTINGS,
  });
  const registerNumber = (name: keyof AuthSettings) => ({
    error: formState.errors[name]?.message,
    ...register(name, { valueAsNumber: true }),
  });
  return (
    <SettingsForm
      title={m.auth_settings_title()}
      note={m.settings_without_backend()}
      saveLabel={m.auth_settings_save()}
      onSubmit={handleSubmit(() => void toast.success(m.auth_settings_saved()))}
    >
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
          {...registerNumber('passwordMinLength')}
        />
        <NumberField
          label={m.auth_settings_session_timeout()}
          min={1}
          max={168}
          {...registerNumber('sessionTimeout')}
        />
        <SwitchField
          label={m.two_factor_authentication()}
          detail={m.auth_settings_two_factor_detail()}
          {...register('twoFactorEnabled')}
        />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_social()} text={m.auth_settings_social_detail()} icon={Share2}>
        <SwitchField label="Google" {...register('socialAuthGoogle')} />
        <SwitchField label="Apple" {...register('socialAuthApple')} />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_email()} text={m.auth_settings_email_detail()} icon={Mail}>
        <EmailField
          label={m.auth_settings_from_address()}
          autoComplete="off"
          placeholder={m.field_email_placeholder()}
          error={formState.errors.fromAddress?.message}
          {...register('fromAddress')}
        />
        <TextField label={m.auth_settings_from_name()} autoComplete="off" {...register('fromName')} />
      </SettingsCard>
    </SettingsForm>
  );
}
