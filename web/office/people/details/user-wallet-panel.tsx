import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { getCurrencySymbol } from '../../../../domain/reservations/money.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import type { UserValues } from './user-values.ts';

type UserWalletPanelProps = { walletSettings: unknown; isEditing: boolean };

export function UserWalletPanel({ walletSettings, isEditing }: UserWalletPanelProps) {
  const { register, formState } = useFormContext<UserValues>();
  return (
    <div className="flex flex-col gap-4">
      <NumberField
        label={m.user_field_wallet_balance_dollars({ symbol: getCurrencySymbol() })}
        min={0}
        step={0.01}
        readOnly={!isEditing}
        error={formState.errors.profile?.walletBalance?.message}
        {...register('profile.walletBalance', { valueAsNumber: true })}
      />
      <section aria-label={m.user_field_wallet_settings()}>
        <h3 className="mb-1.5 text-sm font-semibold">{m.user_field_wallet_settings()}</h3>
        <pre className="bg-canvas border-line rounded-control border p-4 text-sm whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify(walletSettings, null, 2)}
        </pre>
      </section>
    </div>
  );
}
