import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { AuthSettingsFields } from '../office/settings/auth-settings-fields.tsx';
import { type AuthSettings, authSettingsSchema } from '../office/settings/auth-settings-fields.tsx';
import { SettingsForm } from '../office/settings/settings-form.tsx';

const SAMPLE_SETTINGS: AuthSettings = {
  emailConfirmationRequired: true,
  allowSignups: true,
  passwordMinLength: 8,
  sessionTimeout: 24,
  twoFactorEnabled: false,
  adminsNeedSecondFactor: false,
  socialAuthGoogle: false,
  socialAuthApple: false,
  fromAddress: '',
  fromName: 'Parqueo',
};

const schema = authSettingsSchema.refine(({ sessionTimeout }) => sessionTimeout !== null, {
  path: ['sessionTimeout'],
  message: m.problem_hours_out_of_range(),
});

/** A form without a backend: it forgets its values when it closes. */
export function SampleAuthSettingsForm() {
  const form = useForm<AuthSettings>({ resolver: zodResolver(schema), defaultValues: SAMPLE_SETTINGS });
  return (
    <SettingsForm
      title={m.auth_settings_title()}
      note={m.settings_without_backend()}
      saveLabel={m.auth_settings_save()}
      onSubmit={form.handleSubmit(() => void toast.success(m.auth_settings_saved()))}
    >
      <FormProvider {...form}>
        <AuthSettingsFields />
      </FormProvider>
    </SettingsForm>
  );
}
