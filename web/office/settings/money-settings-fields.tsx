import { useQuery } from '@tanstack/react-query';
import { BookOpenText, ReceiptText, Scale, Wallet } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { m } from '#messages';
import { PROVINCE_OPTIONS } from '../../../domain/fiscal/provinces.ts';
import { hasCheckDigit, parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { ACCOUNT_KINDS } from '../../../domain/money/account-kinds.ts';
import { getCurrencySymbol } from '../../../domain/money/money.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { NumberField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { SettingsCard, useSettingsFields } from './settings-form.tsx';
import { RECEIPT_MOMENT_OPTIONS, systemSettingsPart } from './system-settings-values.ts';

/** The cards about what drivers pay, the receipts for it, and what people agree to when they sign up. */
export function MoneySettingsFields() {
  const { form, field, number, toggle } = useSettingsFields(systemSettingsPart.fields);
  const taxId = parseTaxId(useWatch({ control: form.control, name: 'taxNumber' }));
  const { data: administrators } = useQuery({
    queryKey: ['administrators', 'count'],
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
