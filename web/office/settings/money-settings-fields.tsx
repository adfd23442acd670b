import { useQuery } from '@tanstack/react-query';
import { BookOpenText, ReceiptText, Wallet } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { m } from '#messages';
import { PROVINCE_OPTIONS } from '../../../domain/fiscal/provinces.ts';
import { hasCheckDigit, parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { ACCOUNT_KINDS, ACCOUNT_LABELS } from '../../../domain/money/account-kinds.ts';
import { getCurrencySymbol } from '../../../domain/money/money.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { registerFields } from '../../ui/register-fields.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { NumberField, TextField } from '../../ui/text-field.tsx';
import { SettingsCard } from './settings-form.tsx';
import { RECEIPT_MOMENT_OPTIONS, type SystemSettings } from './system-settings-values.ts';

/** The cards about what drivers pay, and the receipts for it. They must be inside of a FormProvider. */
export function MoneySettingsFields() {
  const form = useFormContext<SystemSettings>();
  const { register, control } = form;
  const field = registerFields(form);
  const taxId = parseTaxId(useWatch({ control, name: 'taxNumber' }));
  const amount = { min: 0.01, step: 0.01 };
  return (
    <>
      <SettingsCard title={m.system_settings_charging()} text={m.system_settings_charging_detail()} icon={Wallet}>
        <SwitchField
          label={m.system_settings_charges_drivers()}
          detail={m.system_settings_charges_drivers_detail()}
          {...register('chargesDrivers')}
        />
        <NumberField
          label={m.system_settings_top_up_min({ symbol: getCurrencySymbol() })}
          {...amount}
          {...field('topUpMin', { valueAsNumber: true })}
        />
        <NumberField
          label={m.system_settings_top_up_max({ symbol: getCurrencySymbol() })}
          {...amount}
          {...field('topUpMax', { valueAsNumber: true })}
        />
        <CorrectionLimitField />
      </SettingsCard>
      <SettingsCard title={m.system_settings_receipts()} text={m.system_settings_receipts_detail()} icon={ReceiptText}>
        <TextField label={m.system_settings_legal_name()} {...field('legalName')} />
        <TextField
          label={m.receipt_tax_number()}
          hint={taxId !== null && !hasCheckDigit(taxId) ? m.fiscal_buyer_number_unusual() : undefined}
          {...field('taxNumber')}
        />
        <TextField label={m.system_settings_legal_address()} {...field('legalAddress')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={m.system_settings_province()}
            options={[{ value: '', label: m.system_settings_province_none() }, ...PROVINCE_OPTIONS]}
            {...register('province')}
          />
          <TextField
            label={m.system_settings_municipality()}
            inputMode="numeric"
            hint={m.system_settings_municipality_hint()}
            {...field('municipality')}
          />
        </div>
        <SelectField
          label={m.system_settings_receipt_moment()}
          options={RECEIPT_MOMENT_OPTIONS}
          {...register('receiptMoment')}
        />
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

/** How much one administrator corrects alone, with a word to the only one there is. */
function CorrectionLimitField() {
  const field = registerFields(useFormContext<SystemSettings>());
  const administrators = useQuery({
    queryKey: ['administrators', 'count'],
    queryFn: ({ signal }) => countAdministrators(signal),
  });
  return (
    <NumberField
      label={m.system_settings_correction_limit({ symbol: getCurrencySymbol() })}
      min={0}
      step={0.01}
      hint={
        administrators.data === 1
          ? m.system_settings_correction_limit_alone()
          : m.system_settings_correction_limit_detail()
      }
      {...field('walletCorrectionLimit', { valueAsNumber: true })}
    />
  );
}
