import { CreditCard, Wallet } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { type Cents, formatCents } from '../../domain/money/cents.ts';
import { formatMoneyOf } from '../../domain/money/money.ts';
import { QuestionDialog } from '../ui/feedback/question-dialog.tsx';
import { ChoiceCard } from '../ui/form/choice-card.tsx';
import { AmountField, isReason, ReasonField, readTypedAmount } from './correction-fields.tsx';
import { useCorrection } from './proposed-corrections.tsx';
import type { RequestedRefund } from './refunds.ts';
import { proposeAllowance } from './wallet-corrections.ts';

type RefundDialogProps = {
  title: string;
  /** A sentence that says what `most` is. */
  description: string;
  most: Cents;
  /** What of it can go back to cards and PayPal accounts. */
  toSource: Cents;
  /** The card or PayPal account, where it can go nowhere else. */
  onlySource?: string;
  /** A second try with the same key changes nothing. */
  refund: (refund: RequestedRefund, key: string) => Promise<void>;
  /** Who gets it, for another administrator who has to allow it. */
  to: Parameters<typeof proposeAllowance>[0];
  onClose: () => void;
};

export function RefundDialog({
  title,
  description,
  most,
  toSource,
  onlySource,
  refund,
  to,
  onClose,
}: RefundDialogProps) {
  const [typed, setTyped] = useState(formatCents(most));
  const [reason, setReason] = useState('');
  const [isToSource, setIsToSource] = useState(onlySource !== undefined);
  const [isChecked, setIsChecked] = useState(false);
  const [asked, setAsked] = useState<RequestedRefund | null>(null);
  const amount = readTypedAmount(typed);
  const isAmountValid = amount !== null && amount > 0 && amount <= most;
  const { mutate, isPending, problem } = useCorrection<RequestedRefund>({
    send: refund,
    propose: (requested, key) => proposeAllowance(to, requested, key),
    done: m.money_refund_done({ amount: formatMoneyOf(amount ?? most) }),
    onClose,
  });
  const ask = () => {
    setIsChecked(true);
    if (isAmountValid && isReason(reason)) setAsked({ amount, isToSource, reason: reason.trim() });
  };
  if (asked !== null) {
    return (
      <QuestionDialog
        title={title}
        label={m.money_refund_confirm({ amount: formatMoneyOf(asked.amount) })}
        cancelLabel={m.money_back()}
        isPending={isPending}
        onConfirm={() => mutate(asked, { onError: () => setAsked(null) })}
        onCancel={() => setAsked(null)}
        onClose={onClose}
      >
        <p className="font-semibold wrap-anywhere">{askAbout(asked, onlySource)}</p>
      </QuestionDialog>
    );
  }
  return (
    <QuestionDialog title={title} text={description} label={m.action_continue()} onConfirm={ask} onClose={onClose}>
      <AmountField
        max={formatCents(most)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isChecked && !isAmountValid ? m.money_refund_amount_wrong({ most: formatMoneyOf(most) }) : undefined}
      />
      {onlySource !== undefined ? (
        <p className="text-muted text-sm">{m.money_top_up_refund_where({ source: onlySource })}</p>
      ) : toSource > 0 ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{m.money_refund_where()}</legend>
          {(['wallet', 'source'] as const).map((place) => (
            <ChoiceCard
              key={place}
              name="where"
              icon={place === 'source' ? CreditCard : Wallet}
              label={m[`money_refund_to_${place}` as const]()}
              detail={m[`money_refund_to_${place}_detail` as const]({ most: formatMoneyOf(toSource) })}
              checked={isToSource === (place === 'source')}
              onChange={() => setIsToSource(place === 'source')}
            />
          ))}
        </fieldset>
      ) : (
        <p className="text-muted text-sm">{m.money_refund_only_wallet()}</p>
      )}
      <ReasonField label={m.money_reason()} value={reason} onChange={setReason} isChecked={isChecked} />
      {problem}
    </QuestionDialog>
  );
}

function askAbout({ amount, isToSource, reason }: RequestedRefund, source: string | undefined): string {
  const values = { amount: formatMoneyOf(amount), reason };
  if (source !== undefined) return m.money_top_up_refund_question({ ...values, source });
  return isToSource ? m.money_refund_question_source(values) : m.money_refund_question_wallet(values);
}
