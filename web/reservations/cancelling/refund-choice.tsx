import { CreditCard, Wallet } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import type { ChargeMethod } from '../../../domain/money/charge-method.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import type { RefundTarget } from './cancel-reservation.ts';

type RefundChoiceProps = {
  chargedTo: ChargeMethod;
  amount: string;
  value: RefundTarget;
  onChange: (target: RefundTarget) => void;
};

/** What is given back, and where to. */
export function RefundChoice({ chargedTo, amount, value, onChange }: RefundChoiceProps) {
  const group = useId();
  if (chargedTo === 'wallet') {
    return <p className="font-semibold text-positive">{m.cancel_back_to_wallet({ amount })}</p>;
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold text-positive">{m.cancel_you_get_back({ amount })}</legend>
      <ChoiceCard
        name={group}
        value="wallet"
        label={m.cancel_to_wallet()}
        detail={m.cancel_to_wallet_detail()}
        icon={Wallet}
        checked={value === 'wallet'}
        onChange={() => onChange('wallet')}
      />
      <ChoiceCard
        name={group}
        value="source"
        label={chargedTo === 'card' ? m.cancel_to_card() : m.cancel_to_paypal()}
        detail={m.cancel_to_source_detail()}
        icon={CreditCard}
        checked={value === 'source'}
        onChange={() => onChange('source')}
      />
    </fieldset>
  );
}
