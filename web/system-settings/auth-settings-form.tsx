import { zodResolver } from '@hookform/resolvers/zod';
import { Mail, Share2, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
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
      title="Authentication Settings"
      saveLabel="Save Authentication Settings"
      onSubmit={handleSubmit(() => void toast.success('Authentication settings saved successfully'))}
    >
      <SettingsCard title="General Settings" text="Who may open an account" icon={SlidersHorizontal}>
        <SwitchField
          label="Require email confirmation"
          detail="New people follow a link before they log in"
          {...register('emailConfirmationRequired')}
        />
        <SwitchField label="Allow signups" detail="Anybody can open an account" {...register('allowSignups')} />
      </SettingsCard>
      <SettingsCard title="Security Features" text="How accounts are protected" icon={ShieldCheck}>
        <NumberField label="Minimum password length" min={6} max={20} {...registerNumber('passwordMinLength')} />
        <NumberField label="Session timeout (hours)" min={1} max={168} {...registerNumber('sessionTimeout')} />
        <SwitchField
          label="Two-factor authentication"
          detail="A code besides the password"
          {...register('twoFactorEnabled')}
        />
      </SettingsCard>
      <SettingsCard title="Social Authentication" text="Other ways to log in" icon={Share2}>
        <SwitchField label="Google" {...register('socialAuthGoogle')} />
        <SwitchField label="Apple" {...register('socialAuthApple')} />
      </SettingsCard>
      <SettingsCard title="Email Configuration" text="Who the mails come from" icon={Mail}>
        <EmailField
          label="From address"
          autoComplete="off"
          placeholder="name@example.com"
          error={formState.errors.fromAddress?.message}
          {...register('fromAddress')}
        />
        <TextField label="From name" autoComplete="off" {...register('fromName')} />
      </SettingsCard>
    </SettingsForm>
  );
}
