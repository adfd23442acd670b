import { zodResolver } from '@hookform/resolvers/zod';
import { Mail, Share2, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { EmailField } from '../ui/email-field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type AuthSettings, authSettingsSchema, DEFAULT_AUTH_SETTINGS } from './auth-settings-values.ts';
import { SettingsCard } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';

type CardProps = { form: UseFormReturn<AuthSettings> };

/** A form without a backend: it forgets its values when it closes. */
export function AuthSettingsForm() {
  const form = useForm<AuthSettings>({
    resolver: zodResolver(authSettingsSchema),
    defaultValues: DEFAULT_AUTH_SETTINGS,
  });
  return (
    <SettingsForm
      title="Authentication Settings"
      saveLabel="Save Authentication Settings"
      onSubmit={form.handleSubmit(() => {
        toast.success('Authentication settings saved successfully');
      })}
    >
      <GeneralCard form={form} />
      <SecurityCard form={form} />
      <SocialCard form={form} />
      <EmailCard form={form} />
    </SettingsForm>
  );
}

function GeneralCard({ form: { register } }: CardProps) {
  return (
    <SettingsCard title="General Settings" text="Who may open an account" icon={SlidersHorizontal}>
      <SwitchField
        label="Require email confirmation"
        detail="New people follow a link before they log in"
        {...register('emailConfirmationRequired')}
      />
      <SwitchField label="Allow signups" detail="Anybody can open an account" {...register('allowSignups')} />
    </SettingsCard>
  );
}

function SecurityCard({ form: { register, formState } }: CardProps) {
  const { errors } = formState;
  return (
    <SettingsCard title="Security Features" text="How accounts are protected" icon={ShieldCheck}>
      <NumberField
        label="Minimum password length"
        min={6}
        max={20}
        error={errors.passwordMinLength?.message}
        {...register('passwordMinLength', { valueAsNumber: true })}
      />
      <NumberField
        label="Session timeout (hours)"
        min={1}
        max={168}
        error={errors.sessionTimeout?.message}
        {...register('sessionTimeout', { valueAsNumber: true })}
      />
      <SwitchField
        label="Two-factor authentication"
        detail="A code besides the password"
        {...register('twoFactorEnabled')}
      />
    </SettingsCard>
  );
}

function SocialCard({ form: { register } }: CardProps) {
  return (
    <SettingsCard title="Social Authentication" text="Other ways to log in" icon={Share2}>
      <SwitchField label="Google" {...register('socialAuthGoogle')} />
      <SwitchField label="Apple" {...register('socialAuthApple')} />
    </SettingsCard>
  );
}

function EmailCard({ form: { register, formState } }: CardProps) {
  return (
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
  );
}
