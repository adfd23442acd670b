import { useQuery } from '@tanstack/react-query';
import { AppWindow, Bell, BookOpenText, CircleParking, CreditCard, ReceiptText, Scale, Wallet } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { m } from '#messages';
import { PROVINCE_OPTIONS } from '../../../domain/fiscal/provinces.ts';
import { hasCheckDigit, parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { ACCOUNT_KINDS } from '../../../domain/money/account-kinds.ts';
import { getCurrencySymbol } from '../../../domain/money/money.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient, showsSamples } from '../../data/connection.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { NumberField, TextAreaField, TextField } from '../../ui/form/text-field.tsx';
import { officeKeys } from '../keys.ts';
import { SettingsCard, useSettingsFields } from './settings-form.tsx';
import { type CommonSettings, RECEIPT_MOMENT_OPTIONS, systemSettingsPart } from './system-settings-values.ts';

const CURRENCY_OPTIONS: readonly { value: CommonSettings['currency']; label: string }[] = [
  { value: 'USD', label: m.system_settings_currency_USD() },
  { value: 'DOP', label: m.system_settings_currency_DOP() },
];

/** The cards of the system settings. */
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
      {showsSamples() ? null : <MoneySettingsFields />}
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

/** The cards about what drivers pay, the receipts for it, and what people agree to when they sign up. */
function MoneySettingsFields() {
  const { form, field, number, toggle } = useSettingsFields(systemSettingsPart.fields);
  const taxId = parseTaxId(useWatch({ control: form.control, name: 'taxNumber' }));
  const { data: administrators } = useQuery({
    queryKey: officeKeys.administrators(),
    queryFn: ({ signal }) => countAdministrators(signal),
  });
  const symbol = getCurrencySymbol();
  const amount = { min: 0.01, step: 0.01 };
  return (
    <>
      <SettingsCard title={m.system_settings_charging()} text={m.system_settings_charging_detail()} icon={Wallet}>
        <SwitchField detail={m.system_settings_charges_drivers_detail()} {...toggle('chargesDrivers')} />
        <NumberField {...number('topUpMin')} label={m.system_settings_top_up_min({ symbol })} {...amount} />
        <NumberField {...number('topUpMax')} label={m.system_settings_top_up_max({ symbol })} {...amount} />
        <NumberField
          {...number('walletCorrectionLimit')}
          label={m.system_settings_correction_limit({ symbol })}
          min={0}
          step={0.01}
          hint={
            administrators === 1
              ? m.system_settings_correction_limit_alone()
              : m.system_settings_correction_limit_detail()
          }
        />
      </SettingsCard>
      <SettingsCard title={m.system_settings_receipts()} text={m.system_settings_receipts_detail()} icon={ReceiptText}>
        <TextField {...field('legalName')} />
        <TextField
          hint={taxId !== null && !hasCheckDigit(taxId) ? m.fiscal_buyer_number_unusual() : undefined}
          {...field('taxNumber')}
        />
        <TextField {...field('legalAddress')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            options={[{ value: '', label: m.system_settings_province_none() }, ...PROVINCE_OPTIONS]}
            {...field('province')}
          />
          <TextField inputMode="numeric" hint={m.system_settings_municipality_hint()} {...field('municipality')} />
        </div>
        <SelectField options={RECEIPT_MOMENT_OPTIONS} {...field('receiptMoment')} />
        <Link to={paths.fiscal} className={buttonClass('secondary', 'self-start', 'small')}>
          {m.fiscal_title()}
        </Link>
      </SettingsCard>
      <div className="lg:col-span-2">
        <SettingsCard
          title={m.system_settings_accounts()}
          text={m.system_settings_accounts_detail()}
          icon={BookOpenText}
        >
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {ACCOUNT_KINDS.map((kind) => (
              <TextField key={kind} {...field(`accountCodes.${kind}`)} />
            ))}
          </div>
        </SettingsCard>
      </div>
      <SettingsCard title={m.legal_settings_title()} text={m.legal_settings_text()} icon={Scale}>
        <TextAreaField rows={8} {...field('termsText')} />
        <TextAreaField rows={8} {...field('privacyText')} />
      </SettingsCard>
    </>
  );
}

/** @throws Problem `unexpected` */
async function countAdministrators(signal: AbortSignal): Promise<number | null> {
  const { count, error } = await dataClient()
    .from('user_roles')
    .select('user_id', { count: 'exact', head: true })
    .eq('role', 'admin')
    .abortSignal(signal);
  if (error) throw new Problem('unexpected', { cause: error });
  return count;
}
