import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import type { CommonSettings } from './system-settings-values.ts';

/** In percent: the ITBIS of the Dominican Republic, and no tax at all. */
const PROPOSED = [
  { rate: 18, label: m.system_settings_tax_itbis() },
  { rate: 0, label: m.system_settings_tax_none() },
];

/** The tax rate; while nobody has decided it, the usual rates are proposed, and none is chosen. */
export function TaxRateField() {
  const { register, control, setValue, setFocus, formState } = useFormContext<CommonSettings>();
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
        error={formState.errors.taxRate?.message}
        {...register('taxRate', { setValueAs: toRate })}
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
