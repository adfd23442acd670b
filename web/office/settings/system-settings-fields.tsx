import { AppWindow, Bell, CircleParking, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { getCurrencySymbol } from '../../../domain/money/money.ts';
import { Button } from '../../ui/button.tsx';
import { registerFields } from '../../ui/register-fields.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { NumberField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { SettingsCard } from './settings-form.tsx';
import type { CommonSettings } from './system-settings-values.ts';

const CURRENCY_OPTIONS: readonly { value: CommonSettings['currency']; label: string }[] = [
  { value: 'USD', label: m.system_settings_currency_USD() },
  { value: 'DOP', label: m.system_settings_currency_DOP() },
];

/** The cards of the system settings, with more fields of the parking card. They must be inside of a FormProvider. */
export function SystemSettingsFields({ parkingFields }: { parkingFields?: ReactNode }) {
  const form = useFormContext<CommonSettings>();
  const { register, control } = form;
  const field = registerFields(form);
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
        <TextField label={m.system_settings_name()} {...field('appName')} />
        <TextAreaField label={m.system_settings_description()} rows={2} {...field('appDescription')} />
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
          {...field('defaultParkingRate', { valueAsNumber: true })}
        />
        <NumberField
          label={m.system_settings_max_hours()}
          min={1}
          max={168}
          {...field('maxReservationHours', { valueAsNumber: true })}
        />
        {parkingFields}
        <NumberField
          label={m.system_settings_cancellation()}
          min={0}
          {...field('cancellationDeadline', { valueAsNumber: true })}
        />
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
        <SelectField label={m.system_settings_currency()} options={CURRENCY_OPTIONS} {...field('currency')} />
        <TaxRateField />
      </SettingsCard>
    </>
  );
}

/** In percent: the ITBIS of the Dominican Republic, and no tax at all. */
const PROPOSED = [
  { rate: 18, label: m.system_settings_tax_itbis() },
  { rate: 0, label: m.system_settings_tax_none() },
];

/** The tax rate; while nobody has decided it, the usual rates are proposed, and none is chosen. */
function TaxRateField() {
  const form = useFormContext<CommonSettings>();
  const { control, setValue, setFocus } = form;
  const isUndecided = useWatch({ control, name: 'taxRate' }) === null;
  const choose = (rate: number) => {
    setValue('taxRate', rate, { shouldDirty: true, shouldValidate: true });
    // The buttons disappear.
    setFocus('taxRate');
  };
  return (
    <div className="flex flex-col gap-3">
      <NumberField
        label={m.system_settings_tax_rate()}
        min={0}
        max={100}
        step={0.01}
        hint={isUndecided ? m.system_settings_tax_undecided() : undefined}
        {...registerFields(form)('taxRate', { setValueAs: toRate })}
      />
      {isUndecided ? (
        <div className="flex flex-wrap gap-3">
          {PROPOSED.map(({ rate, label }) => (
            <Button key={rate} variant="secondary" size="small" onClick={() => choose(rate)}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Also of a rate that was set by a button, which is a number already. */
const toRate = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));
