import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { AmountField, isReason, ReasonField, readTypedAmount } from '../correction-fields.tsx';
import { useCorrection } from '../proposed-corrections.tsx';
import { type Adjustment, adjustWallet, proposeCorrection } from '../wallet-corrections.ts';

/** The largest correction that the database takes. */
const MAX_ADJUSTMENT = 100_000_000;

type AdjustmentDialogProps = { userId: string; balance: Cents; onClose: () => void };

export function AdjustmentDialog({ userId, balance, onClose }: AdjustmentDialogProps) {
  const [direction, setDirection] = useState<'add' | 'take'>('add');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, problem } = useCorrection<Adjustment>({
    send: (adjustment, key) => adjustWallet(userId, adjustment, key),
    propose: (adjustment, key) => proposeCorrection(userId, adjustment, key),
    done: m.money_adjust_done(),
    onClose,
  });
  const amount = readTypedAmount(typed);
  const isAmountValid = amount !== null && amount > 0 && amount <= MAX_ADJUSTMENT;
  const change = amount === null ? null : toCents(direction === 'add' ? amount : -amount);
  const newBalance = change === null ? null : toCents(balance + change);

  const adjust = () => {
    setIsChecked(true);
    if (!isAmountValid || !isReason(reason) || change === null || (newBalance ?? 0) < 0) return;
    mutate({ amount: change, reason: reason.trim() });
  };

  return (
    <QuestionDialog
      title={m.money_adjust_title()}
      label={
        isAmountValid
          ? m[`money_adjust_${direction}_amount` as const]({ amount: formatMoneyOf(amount) })
          : m[`money_adjust_${direction}` as const]()
      }
      isPending={isPending}
      onConfirm={adjust}
      onClose={onClose}
    >
      <fieldset className="flex gap-2">
        <legend className="sr-only">{m.money_adjust_direction()}</legend>
        {(['add', 'take'] as const).map((offered) => (
          <ChoiceCard
            key={offered}
            name="direction"
            className="flex-1"
            icon={offered === 'add' ? Plus : Minus}
            label={m[`money_adjust_${offered}` as const]()}
            checked={direction === offered}
            onChange={() => setDirection(offered)}
          />
        ))}
      </fieldset>
      <AmountField
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isChecked ? explainAmount(isAmountValid, newBalance) : undefined}
        hint={
          newBalance === null || newBalance < 0
            ? undefined
            : m.money_adjust_balance({ balance: formatMoneyOf(newBalance) })
        }
      />
      <ReasonField label={m.money_adjust_reason()} value={reason} onChange={setReason} isChecked={isChecked} />
      {problem}
    </QuestionDialog>
  );
}

function explainAmount(isValid: boolean, newBalance: Cents | null): string | undefined {
  if (!isValid) return m.money_adjust_amount_wrong();
  return newBalance !== null && newBalance < 0 ? m.problem_adjustment_below_zero() : undefined;
}
