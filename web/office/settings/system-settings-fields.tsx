import { AppWindow, Bell, CircleParking, CreditCard } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { m } from '#messages';
import { getCurrencySymbol } from '../../../domain/money/money.ts';
import { showsSamples } from '../../data/connection.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { NumberField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { SettingsCard, useSettingsFields } from './settings-form.tsx';
import { type CommonSettings, systemSettingsPart } from './system-settings-values.ts';

const CURRENCY_OPTIONS: readonly { value: CommonSettings['currency']; label: string }[] = [
  { value: 'USD', label: m.system_settings_us_dollar() },
  { value: 'DOP', label: m.system_settings_dominican_peso() },
];

/** The cards of the system settings that the sample form has too. */
export function SystemSettingsFields() {
  const { form, field, number, toggle } = useSettingsFields(systemSettingsPart.fields);
  // Disabling the inputs keeps the values; disabling the fields of the form would drop them.
  const kind = {
    className: 'border-line border-l-2 pl-4',
    disabled: !useWatch({ control: form.control, name: 'notificationsEnabled' }),
  };
  return (
    <>
      <SettingsCard
        title={m.system_settings_application()}
        text={m.system_settings_application_detail()}
        icon={AppWindow}
      >
        <TextField {...field('appName')} />
        <TextAreaField rows={2} {...field('appDescription')} />
        <SwitchField detail={m.system_settings_maintenance_detail()} {...toggle('maintenanceMode')} />
      </SettingsCard>
      <SettingsCard title={m.system_settings_parking()} text={m.system_settings_parking_detail()} icon={CircleParking}>
        <NumberField
          {...number('defaultParkingRate')}
          label={m.system_settings_rate({ symbol: getCurrencySymbol() })}
          min={0}
          step={0.01}
        />
        <NumberField min={1} max={168} {...number('maxReservationHours')} />
        {showsSamples() ? null : <NumberField min={5} max={1440} {...number('minReservationMinutes')} />}
        <NumberField min={0} {...number('cancellationDeadlineMinutes')} />
      </SettingsCard>
      <SettingsCard
        title={m.system_settings_notifications()}
        text={m.system_settings_notifications_detail()}
        icon={Bell}
      >
        <SwitchField {...toggle('notificationsEnabled')} />
        <SwitchField {...toggle('emailNotifications')} {...kind} />
        <SwitchField {...toggle('pushNotifications')} {...kind} />
      </SettingsCard>
      <SettingsCard title={m.system_settings_payment()} text={m.system_settings_payment_detail()} icon={CreditCard}>
        <SelectField options={CURRENCY_OPTIONS} {...field('currency')} />
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
  const { form, number } = useSettingsFields(systemSettingsPart.fields);
  const isUndecided = useWatch({ control: form.control, name: 'taxRate' }) === null;
  const choose = (rate: number) => {
    form.setValue('taxRate', rate, { shouldDirty: true, shouldValidate: true });
    // The buttons disappear.
    form.setFocus('taxRate');
  };
  return (
    <div className="flex flex-col gap-3">
      <NumberField
        min={0}
        max={100}
        step={0.01}
        hint={isUndecided ? m.system_settings_tax_undecided() : undefined}
        {...number('taxRate')}
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
