import { useQueryClient } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf, getCurrencySymbol } from '../../../domain/money/money.ts';

import { ChoiceCard } from '../../ui/choice-card.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NumberField } from '../../ui/text-field.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { isReason, ReasonField, readTypedAmount, SaveButtons, useRequestKey } from '../correction-fields.tsx';
import { type Adjustment, adjustWallet, proposeCorrection } from '../corrections/data.ts';
import { ProposeInstead } from '../corrections/proposed-corrections.tsx';

/** As the database has it. */
const MAX_ADJUSTMENT = 100_000_000;

type AdjustmentDialogProps = { userId: string; balance: Cents; onClose: () => void };

/** Puts money into a wallet or takes it out, with a reason, and shows the new balance. */
export function AdjustmentDialog({ userId, balance, onClose }: AdjustmentDialogProps) {
  const queryClient = useQueryClient();
  const getKey = useRequestKey();
  const [isAdding, setIsAdding] = useState(true);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const adjusting = useOnlineMutation({
    mutationFn: (adjustment: Adjustment) => adjustWallet(userId, adjustment, getKey(adjustment)),
    onSuccess: () => {
      toast.success(m.money_adjust_done());
      onClose();
    },
    onError: () => undefined,
    // Also after a failure: its response may be what was lost.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const amount = readTypedAmount(typed);
  const isAmountValid = amount !== null && amount > 0 && amount <= MAX_ADJUSTMENT;
  const change = amount === null ? null : toCents(isAdding ? amount : -amount);
  const newBalance = change === null ? null : toCents(balance + change);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands inside the form of the person, which must not be submitted.
    event.stopPropagation();
    setIsChecked(true);
    if (adjusting.isPending || !isAmountValid || !isReason(reason) || change === null || (newBalance ?? 0) < 0) return;
    adjusting.mutate({ amount: change, reason: reason.trim() });
  };

  return (
    <Modal open isClosable={!adjusting.isPending} onClose={onClose} title={m.money_adjust_title()}>
      <form noValidate onSubmit={submit} aria-busy={adjusting.isPending} className="flex flex-col gap-4">
        {adjusting.error && !adjusting.isPending ? (
          <ProposeInstead
            error={adjusting.error}
            propose={() => proposeCorrection(userId, adjusting.variables, getKey(adjusting.variables))}
            onClose={onClose}
          />
        ) : null}
        <fieldset className="flex gap-2">
          <legend className="sr-only">{m.money_adjust_direction()}</legend>
          <ChoiceCard
            name="direction"
            className="flex-1"
            icon={Plus}
            label={m.money_adjust_add()}
            checked={isAdding}
            onChange={() => setIsAdding(true)}
          />
          <ChoiceCard
            name="direction"
            className="flex-1"
            icon={Minus}
            label={m.money_adjust_take()}
            checked={!isAdding}
            onChange={() => setIsAdding(false)}
          />
        </fieldset>
        <NumberField
          label={m.money_refund_amount({ symbol: getCurrencySymbol() })}
          min={0.01}
          step={0.01}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={isChecked ? explainAmount(isAmountValid, newBalance) : undefined}
          hint={
            newBalance === null || newBalance < 0
              ? undefined
              : m.money_adjust_balance({ balance: formatMoneyOf(newBalance) })
          }
        />
        <ReasonField
          label={m.money_adjust_reason()}
          rows={2}
          value={reason}
          onChange={setReason}
          isChecked={isChecked}
        />
        <SaveButtons
          label={nameChange(isAmountValid ? amount : null, isAdding)}
          isSaving={adjusting.isPending}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

function explainAmount(isValid: boolean, newBalance: Cents | null): string | undefined {
  if (!isValid) return m.money_adjust_amount_wrong();
  return newBalance !== null && newBalance < 0 ? m.problem_adjustment_below_zero() : undefined;
}

function nameChange(amount: Cents | null, isAdding: boolean): string {
  if (amount === null) return isAdding ? m.money_adjust_add() : m.money_adjust_take();
  const text = formatMoneyOf(amount);
  return isAdding ? m.money_adjust_add_amount({ amount: text }) : m.money_adjust_take_amount({ amount: text });
}
