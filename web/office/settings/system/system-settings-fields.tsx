import { AppWindow, Bell, CircleParking, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { getCurrencySymbol } from '../../../../domain/reservations/money.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SettingsCard } from '../settings-card.tsx';
import type { CommonSettings } from './system-settings-values.ts';
import { TaxRateField } from './tax-rate-field.tsx';

const CURRENCY_OPTIONS: readonly { value: CommonSettings['currency']; label: string }[] = [
  { value: 'USD', label: m.system_settings_us_dollar() },
  { value: 'DOP', label: m.system_settings_dominican_peso() },
];

/** The cards of the system settings, with more fields of the parking card. They must be inside of a FormProvider. */
export function SystemSettingsFields({ parkingFields }: { parkingFields?: ReactNode }) {
  const { register, control, formState } = useFormContext<CommonSettings>();
  const { errors } = formState;
  const registerNumber = (name: keyof CommonSettings) => ({
    error: errors[name]?.message,
    ...register(name, { valueAsNumber: true }),
  });
  // Disabling the inputs keeps the values; disabling the fields of the form would drop them.
  const kind = {
    className: 'border-line border-l-2 pl-4',
    disabled: !useWatch({ control, name: 'notificationsEnabled' }),
  };
  return (
    <>
      <SettingsCard
        title={m.system_settings_application()}
        text={m.system_settings_application_detail()}
        icon={AppWindow}
      >
        <TextField
          label={m.system_settings_name()}
          autoComplete="off"
          error={errors.appName?.message}
          {...register('appName')}
        />
        <TextAreaField
          label={m.system_settings_description()}
          rows={2}
          error={errors.appDescription?.message}
          {...register('appDescription')}
        />
        <SwitchField
          label={m.system_settings_maintenance()}
          detail={m.system_settings_maintenance_detail()}
          {...register('maintenanceMode')}
        />
      </SettingsCard>
      <SettingsCard title={m.system_settings_parking()} text={m.system_settings_parking_detail()} icon={CircleParking}>
        <NumberField
          label={m.system_settings_rate({ symbol: getCurrencySymbol() })}
          min={0}
          step={0.01}
          {...registerNumber('defaultParkingRate')}
        />
        <NumberField
          label={m.system_settings_max_hours()}
          min={1}
          max={168}
          {...registerNumber('maxReservationHours')}
        />
        {parkingFields}
        <NumberField label={m.system_settings_cancellation()} min={0} {...registerNumber('cancellationDeadline')} />
      </SettingsCard>
      <SettingsCard
        title={m.system_settings_notifications()}
        text={m.system_settings_notifications_detail()}
        icon={Bell}
      >
        <SwitchField label={m.system_settings_notifications_enabled()} {...register('notificationsEnabled')} />
        <SwitchField label={m.settings_email_notifications()} {...register('emailNotifications')} {...kind} />
        <SwitchField label={m.settings_push_notifications()} {...register('pushNotifications')} {...kind} />
      </SettingsCard>
      <SettingsCard title={m.system_settings_payment()} text={m.system_settings_payment_detail()} icon={CreditCard}>
        <SelectField
          label={m.system_settings_currency()}
          options={CURRENCY_OPTIONS}
          error={errors.currency?.message}
          {...register('currency')}
        />
        <TaxRateField />
      </SettingsCard>
    </>
  );
}
