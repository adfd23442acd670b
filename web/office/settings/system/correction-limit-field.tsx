import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { Problem } from '../../../../domain/problems.ts';
import { getCurrencySymbol } from '../../../../domain/reservations/money.ts';
import { dataClient } from '../../../data/connection.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import type { SystemSettings } from './system-settings-values.ts';

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
export function CorrectionLimitField() {
  const { register, formState } = useFormContext<SystemSettings>();
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
      error={formState.errors.walletCorrectionLimit?.message}
      {...register('walletCorrectionLimit', { valueAsNumber: true })}
    />
  );
}
