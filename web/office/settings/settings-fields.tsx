import { useQuery } from '@tanstack/react-query';
import {
  AppWindow,
  Bell,
  BookOpenText,
  CircleParking,
  CreditCard,
  Mail,
  ReceiptText,
  Scale,
  Share2,
  ShieldCheck,
  SlidersHorizontal,
  Wallet,
} from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { m } from '#messages';
import { PROVINCE_OPTIONS } from '../../../domain/fiscal/provinces.ts';
import { hasCheckDigit, parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { ACCOUNT_KINDS, ACCOUNT_LABELS } from '../../../domain/money/ledger.ts';
import { getCurrencySymbol } from '../../../domain/money/money.ts';
import { Problem } from '../../../domain/problems.ts';
import {
  SETTINGS,
  type SignInSettings,
  STAFF_FACTORS,
  type SystemSettings,
} from '../../../domain/settings/settings.ts';
import { dataClient } from '../../data/connection.ts';
import type { SignInRules } from '../../data/sign-in-rules.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { EmailField, NumberField, TextAreaField, TextField } from '../../ui/form/text-field.tsx';
import { officeKeys } from '../keys.ts';
import { SettingsCard } from './settings-form.tsx';

type Settings = SystemSettings & SignInSettings;
type SettingFieldProps = { name: keyof Settings; hint?: string | undefined; className?: string; disabled?: boolean };

/** Also for a value that the form has set itself, which is a number already. */
const toOptionalNumber = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));

/** The field of a setting; nothing where the form does not have it. */
function SettingField({ name, hint = SETTINGS[name].hint, ...more }: SettingFieldProps) {
  const form = useFormContext<Settings>();
  const { input, label, formLabel, placeholder } = SETTINGS[name];
  if (!(name in (form.formState.defaultValues ?? {}))) return null;
  const field = registerFields(form);
  const props = { label: formLabel?.({ symbol: getCurrencySymbol() }) ?? label, placeholder, ...more };
  switch (input.kind) {
    case 'switch':
      return <SwitchField {...props} detail={hint} {...form.register(name)} />;
    case 'number': {
      const { min, max, step } = input;
      return (
        <NumberField
          {...props}
          hint={hint}
          min={min}
          max={max}
          step={step}
          {...field(name, { setValueAs: toOptionalNumber })}
        />
      );
    }
    case 'choice':
      return <SelectField {...props} options={input.options} {...field(name)} />;
    case 'email':
      return <EmailField {...props} hint={hint} {...field(name)} />;
    case 'text':
      if (input.rows !== undefined) return <TextAreaField {...props} rows={input.rows} {...field(name)} />;
      return <TextField {...props} hint={hint} {...field(name)} />;
    default:
      return null;
  }
}

const SettingFields = ({ names }: { names: readonly SettingFieldProps['name'][] }) =>
  names.map((name) => <SettingField key={name} name={name} />);

/** The cards of the system settings. */
export function SystemSettingsFields() {
  // Disabling the inputs keeps the values; disabling the fields of the form would drop them.
  const kind = {
    className: 'border-line border-l-2 pl-4',
    disabled: !useWatch<Settings, 'notificationsEnabled'>({ name: 'notificationsEnabled' }),
  };
  return (
    <>
      <SettingsCard
        title={m.system_settings_application()}
        text={m.system_settings_application_detail()}
        icon={AppWindow}
      >
        <SettingFields names={['appName', 'appDescription', 'maintenanceMode']} />
      </SettingsCard>
      <SettingsCard title={m.system_settings_parking()} text={m.system_settings_parking_detail()} icon={CircleParking}>
        <SettingFields
          names={['defaultParkingRate', 'maxReservationHours', 'minReservationMinutes', 'cancellationDeadlineMinutes']}
        />
      </SettingsCard>
      <SettingsCard
        title={m.system_settings_notifications()}
        text={m.system_settings_notifications_detail()}
        icon={Bell}
      >
        <SettingField name="notificationsEnabled" />
        <SettingField name="emailNotifications" {...kind} />
        <SettingField name="pushNotifications" {...kind} />
      </SettingsCard>
      <SettingsCard title={m.system_settings_payment()} text={m.system_settings_payment_detail()} icon={CreditCard}>
        <SettingField name="currency" />
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
  const form = useFormContext<Settings>();
  const isUndecided = useWatch({ control: form.control, name: 'taxRate' }) === null;
  const choose = (rate: number) => {
    form.setValue('taxRate', rate, { shouldDirty: true, shouldValidate: true });
    // The buttons disappear.
    form.setFocus('taxRate');
  };
  return (
    <div className="flex flex-col gap-3">
      <SettingField name="taxRate" hint={isUndecided ? m.system_settings_tax_undecided() : undefined} />
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
export function MoneySettingsFields() {
  const form = useFormContext<Settings>();
  const field = registerFields(form);
  const taxId = parseTaxId(useWatch({ control: form.control, name: 'taxNumber' }));
  const { data: administrators } = useQuery({
    queryKey: officeKeys.administrators(),
    queryFn: ({ signal }) => countAdministrators(signal),
  });
  return (
    <>
      <SettingsCard title={m.system_settings_charging()} text={m.system_settings_charging_detail()} icon={Wallet}>
        <SettingFields names={['chargesDrivers', 'topUpMin', 'topUpMax']} />
        <SettingField
          name="walletCorrectionLimit"
          hint={
            administrators === 1
              ? m.system_settings_correction_limit_alone()
              : m.system_settings_correction_limit_detail()
          }
        />
        <SettingField name="cashConfirmLimit" hint={m.system_settings_cash_limits_detail()} />
        <SettingField name="cashDifferenceLimit" />
      </SettingsCard>
      <SettingsCard title={m.system_settings_receipts()} text={m.system_settings_receipts_detail()} icon={ReceiptText}>
        <SettingField name="legalName" />
        <SettingField
          name="taxNumber"
          hint={taxId !== null && !hasCheckDigit(taxId) ? m.fiscal_buyer_number_unusual() : undefined}
        />
        <SettingField name="legalAddress" />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={m.system_settings_province()}
            options={[{ value: '', label: m.system_settings_province_none() }, ...PROVINCE_OPTIONS]}
            {...field('legalPlaceCode.province')}
          />
          <TextField
            label={m.system_settings_municipality()}
            inputMode="numeric"
            hint={m.system_settings_municipality_hint()}
            {...field('legalPlaceCode.municipality')}
          />
        </div>
        <SettingField name="receiptMoment" />
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
              <TextField key={kind} label={ACCOUNT_LABELS[kind]} {...field(`accountCodes.${kind}`)} />
            ))}
          </div>
        </SettingsCard>
      </div>
      <SettingsCard title={m.legal_settings_title()} text={m.legal_settings_text()} icon={Scale}>
        <SettingFields names={['termsText', 'privacyText']} />
      </SettingsCard>
    </>
  );
}

/** The cards of the authentication settings. `providers` are those that the authentication service offers. */
export function AuthSettingsFields({ providers }: { providers?: SignInRules['providers'] }) {
  const { defaultValues: saved, errors } = useFormContext<Settings>().formState;
  /** A provider that the operator allows and the service does not offer is not set up. */
  const describe = (isAllowed: boolean | undefined, isOffered: boolean | undefined) =>
    isAllowed && isOffered === false ? m.auth_settings_provider_missing() : undefined;
  return (
    <>
      <SettingsCard title={m.auth_settings_general()} text={m.auth_settings_general_detail()} icon={SlidersHorizontal}>
        <SettingFields names={['emailConfirmationRequired', 'allowSignups', 'allowGuests']} />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_security()} text={m.auth_settings_security_detail()} icon={ShieldCheck}>
        <SettingFields names={['passwordMinLength', 'sessionTimeoutHours', 'twoFactorAllowed']} />
        <SettingField name="adminsNeedSecondFactor" hint={errors.adminsNeedSecondFactor?.message} />
        <SettingFields names={STAFF_FACTORS} />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_social()} text={m.auth_settings_social_detail()} icon={Share2}>
        <SettingField name="socialGoogleAllowed" hint={describe(saved?.socialGoogleAllowed, providers?.google)} />
        <SettingField name="socialAppleAllowed" hint={describe(saved?.socialAppleAllowed, providers?.apple)} />
      </SettingsCard>
      <SettingsCard title={m.auth_settings_email()} text={m.auth_settings_email_detail()} icon={Mail}>
        <SettingFields names={['emailFromAddress', 'emailFromName']} />
      </SettingsCard>
    </>
  );
}

async function countAdministrators(signal: AbortSignal): Promise<number | null> {
  const { count, error } = await dataClient()
    .from('user_roles')
    .select('user_id', { count: 'exact', head: true })
    .eq('role', 'admin')
    .abortSignal(signal);
  if (error) throw new Problem('unexpected', { cause: error });
  return count;
}
