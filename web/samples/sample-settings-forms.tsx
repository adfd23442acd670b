import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { wholeNumberSchema } from '../../domain/field-schemas.ts';
import {
  type AuthSettings,
  AuthSettingsFields,
  authSettingsPart,
  authSettingsSchema,
} from '../office/settings/auth-settings.tsx';
import { SettingsForm } from '../office/settings/settings-form.tsx';
import { SystemSettingsFields } from '../office/settings/system-settings-fields.tsx';
import {
  type CommonSettings,
  commonSettingsSchema,
  systemSettingsPart,
} from '../office/settings/system-settings-values.ts';

const SYSTEM_SETTINGS: CommonSettings = {
  appName: 'Parqueo',
  appDescription: m.system_settings_default_description(),
  maintenanceMode: false,
  defaultParkingRate: 15,
  maxReservationHours: 24,
  cancellationDeadlineMinutes: 30,
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
  cancellationDeadlineMinutes: wholeNumberSchema({ min: 0 }, 'cancellation-deadline-out-of-range'),
});

const AUTH_SETTINGS: AuthSettings = {
  emailConfirmationRequired: true,
  allowSignups: true,
  passwordMinLength: 8,
  sessionTimeoutHours: 24,
  twoFactorAllowed: false,
  adminsNeedSecondFactor: false,
  socialGoogleAllowed: false,
  socialAppleAllowed: false,
  emailFromAddress: '',
  emailFromName: 'Parqueo',
};

const authSchema = authSettingsSchema.refine(({ sessionTimeoutHours }) => sessionTimeoutHours !== null, {
  path: ['sessionTimeoutHours'],
  message: m.problem_hours_out_of_range(),
});

export const SampleSystemSettingsForm = () => (
  <SampleForm texts={systemSettingsPart.texts} schema={systemSchema} values={SYSTEM_SETTINGS}>
    <SystemSettingsFields />
  </SampleForm>
);

export const SampleAuthSettingsForm = () => (
  <SampleForm texts={authSettingsPart.texts} schema={authSchema} values={AUTH_SETTINGS}>
    <AuthSettingsFields />
  </SampleForm>
);

type SampleFormProps<Values extends FieldValues> = {
  texts: { title: string; save: string; saved: string };
  schema: z.ZodType<Values, Values>;
  values: Values;
  children: ReactNode;
};

/** A form without a backend: it forgets its values when it closes. */
function SampleForm<Values extends FieldValues>({ texts, schema, values, children }: SampleFormProps<Values>) {
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: values as DefaultValues<Values>,
  });
  return (
    <SettingsForm
      texts={texts}
      note={m.settings_without_backend()}
      onSubmit={form.handleSubmit(() => void toast.success(texts.saved))}
    >
      <FormProvider {...form}>{children}</FormProvider>
    </SettingsForm>
  );
}
