import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { type Columns, initialValues, typedValues } from '../../domain/columns.ts';
import { PUBLIC_SETTINGS } from '../../domain/settings/public-settings.ts';
import { SIGN_IN_SETTINGS } from '../../domain/settings/settings.ts';
import { authSettingsPart, systemSettingsPart } from '../office/settings/installation-settings.ts';
import { AuthSettingsFields, SystemSettingsFields } from '../office/settings/settings-fields.tsx';
import { SettingsForm } from '../office/settings/settings-form.tsx';

const { minReservationMinutes, chargesDrivers, topUpMin, topUpMax, ...SYSTEM_COLUMNS } = PUBLIC_SETTINGS;
const { adminsNeedSecondFactor, ...AUTH_COLUMNS } = SIGN_IN_SETTINGS;

const SYSTEM_SETTINGS = {
  ...initialValues(SYSTEM_COLUMNS),
  appDescription: m.system_settings_default_description(),
  taxRate: 0,
};

const AUTH_SETTINGS = {
  ...initialValues(AUTH_COLUMNS),
  sessionTimeoutHours: 24,
  twoFactorAllowed: false,
  socialGoogleAllowed: false,
  socialAppleAllowed: false,
  emailFromName: 'Parqueo',
};

export const SampleSettings = () => (
  <div className="flex flex-col gap-10">
    <SampleForm texts={systemSettingsPart.texts} columns={SYSTEM_COLUMNS} values={SYSTEM_SETTINGS}>
      <SystemSettingsFields />
    </SampleForm>
    <SampleForm texts={authSettingsPart.texts} columns={AUTH_COLUMNS} values={AUTH_SETTINGS}>
      <AuthSettingsFields />
    </SampleForm>
  </div>
);

type SampleFormProps<Values extends FieldValues> = {
  texts: { title: string; save: string; saved: string };
  columns: Columns<Values>;
  values: NoInfer<Values>;
  children: ReactNode;
};

/** A form without a backend: it forgets its values when it closes. */
function SampleForm<Values extends FieldValues>({ texts, columns, values, children }: SampleFormProps<Values>) {
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(typedValues(columns)),
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
