import { CreditCard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { type Cents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money-of-cents.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import type { DeletionPreview, MoneyChoice } from './data.ts';

/** What can go back to cards and PayPal accounts. */
export const sumSources = ({ sources }: DeletionPreview): Cents => sumCents(sources.map(({ amount }) => amount));

type MoneyOfLeaverProps = {
  preview: DeletionPreview;
  isDisabled: boolean;
  /** Null while the driver has not confirmed what they give up. */
  onChoose: (choice: MoneyChoice | null) => void;
};

/** What a driver who leaves has in the wallet, what of it goes back where, and the sentence that gives up the rest. */
export function MoneyOfLeaver({ preview, isDisabled, onChoose }: MoneyOfLeaverProps) {
  const { balance, sources } = preview;
  const refundable = sumSources(preview);
  const [isToSource, setIsToSource] = useState<boolean | null>(refundable > 0 ? null : false);
  const [isWaived, setIsWaived] = useState(false);

  const choose = (toSource: boolean, waives: boolean) => {
    setIsToSource(toSource);
    setIsWaived(waives);
    const waived = toSource ? toCents(balance - refundable) : balance;
    const waiver = m.delete_account_waiver({ amount: formatMoneyOf(waived) });
    onChoose(waives || waived === 0 ? { isToSource: toSource, waived, waiver } : null);
  };
  const rest = toCents(balance - refundable);
  const waived = isToSource ? rest : balance;

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1 rounded-card bg-canvas p-4">
        <p className="font-bold">{m.delete_account_money({ amount: formatMoneyOf(balance) })}</p>
        <p className="text-sm text-muted">{m.delete_account_money_upcoming()}</p>
        {sources.length === 0 ? null : (
          <>
            <p className="mt-2 text-sm font-semibold">{m.delete_account_sources()}</p>
            <dl className="divide-y divide-line">
              {sources.map(({ id, method, paidWith, amount }) => (
                <div key={id} className="flex items-baseline justify-between gap-4 py-2">
                  <dt className="min-w-0 text-muted">
                    {paidWith ?? (method === 'card' ? m.delete_account_card() : m.payment_paypal())}
                  </dt>
                  <dd className="shrink-0 font-semibold tabular-nums">{formatMoneyOf(amount)}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {rest > 0 ? <p className="mt-2 text-sm">{m.delete_account_cannot({ amount: formatMoneyOf(rest) })}</p> : null}
      </div>
      {refundable === 0 ? null : (
        <fieldset disabled={isDisabled} className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{m.delete_account_choice()}</legend>
          <ChoiceCard
            name="money"
            icon={CreditCard}
            label={m.delete_account_refund({ amount: formatMoneyOf(refundable) })}
            detail={m.delete_account_refund_detail()}
            checked={isToSource === true}
            onChange={() => choose(true, false)}
          />
          <ChoiceCard
            name="money"
            icon={Trash2}
            label={m.delete_account_waive()}
            detail={m.delete_account_waive_detail()}
            checked={isToSource === false}
            onChange={() => choose(false, false)}
          />
        </fieldset>
      )}
      {isToSource === null || waived === 0 ? null : (
        <CheckboxField
          label={m.delete_account_waiver({ amount: formatMoneyOf(waived) })}
          disabled={isDisabled}
          checked={isWaived}
          onChange={({ target }) => choose(isToSource, target.checked)}
        />
      )}
    </div>
  );
}
