import { CreditCard, Wallet } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money-of-cents.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import type { RefundTarget } from './cancel-reservation.ts';
import type { StayRefund } from './stay-refund.ts';

type RefundChoiceProps = {
  refund: StayRefund;
  value: RefundTarget;
  onChange: (target: RefundTarget) => void;
};

/** What is given back, and where to. */
export function RefundChoice({ refund, value, onChange }: RefundChoiceProps) {
  const group = useId();
  const { total, toSource, source } = refund;
  const amount = formatMoneyOf(total);
  if (total === 0) return <p className="text-muted">{m.cancel_nothing_back()}</p>;
  if (toSource === 0) return <p className="font-semibold text-positive">{m.cancel_back_to_wallet({ amount })}</p>;
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
        label={source === 'card' ? m.cancel_to_card() : m.cancel_to_paypal()}
        detail={
          toSource === total
            ? m.cancel_to_source_detail()
            : m.cancel_to_source_parts({
                source: formatMoneyOf(toSource),
                wallet: formatMoneyOf(toCents(total - toSource)),
              })
        }
        icon={CreditCard}
        checked={value === 'source'}
        onChange={() => onChange('source')}
      />
    </fieldset>
  );
}
