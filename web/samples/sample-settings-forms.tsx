import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { wholeNumberSchema } from '../../domain/field-schemas.ts';
import { type AuthSettings, AuthSettingsFields, authSettingsSchema } from '../office/settings/auth-settings-fields.tsx';
import { SettingsForm } from '../office/settings/settings-form.tsx';
import { SystemSettingsFields } from '../office/settings/system-settings-fields.tsx';
import { type CommonSettings, commonSettingsSchema } from '../office/settings/system-settings-values.ts';

const SYSTEM_SETTINGS: CommonSettings = {
  appName: 'Parqueo',
  appDescription: m.system_settings_default_description(),
  maintenanceMode: false,
  defaultParkingRate: 15,
  maxReservationHours: 24,
  cancellationDeadline: 30,
  notificationsEnabled: true,
  emailNotifications: true,
  pushNotifications: false,
  currency: 'USD',
  taxRate: 0,
};

/** Nothing is stored, so that there is no limit to what is typed. */
const systemSchema = commonSettingsSchema.extend({
  appName: z.string(),
  appDescription: z.string(),
  cancellationDeadline: wholeNumberSchema({ min: 0 }, 'cancellation-deadline-out-of-range'),
});

/** A form without a backend: it forgets its values when it closes. */
export function SampleSystemSettingsForm() {
  const form = useForm<CommonSettings>({ resolver: zodResolver(systemSchema), defaultValues: SYSTEM_SETTINGS });
  return (
    <SettingsForm
      title={m.system_settings_title()}
      note={m.settings_without_backend()}
      saveLabel={m.system_settings_save()}
      onSubmit={form.handleSubmit(() => void toast.success(m.system_settings_saved()))}
    >
      <FormProvider {...form}>
        <SystemSettingsFields />
      </FormProvider>
    </SettingsForm>
  );
}

const AUTH_SETTINGS: AuthSettings = {
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

const authSchema = authSettingsSchema.refine(({ sessionTimeout }) => sessionTimeout !== null, {
  path: ['sessionTimeout'],
  message: m.problem_hours_out_of_range(),
});

/** A form without a backend: it forgets its values when it closes. */
export function SampleAuthSettingsForm() {
  const form = useForm<AuthSettings>({ resolver: zodResolver(authSchema), defaultValues: AUTH_SETTINGS });
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
