import { useQueryClient } from '@tanstack/react-query';
import { CreditCard, Wallet } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { type Cents, formatCents } from '../../domain/money/cents.ts';
import { formatMoneyOf, getCurrencySymbol } from '../../domain/money/money.ts';
import { toErrorMessage } from '../../domain/problems.ts';

import { Button } from '../ui/button.tsx';
import { ChoiceCard } from '../ui/choice-card.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Modal } from '../ui/modal.tsx';
import { NumberField } from '../ui/text-field.tsx';
import { useOnlineMutation } from '../ui/use-online-mutation.ts';
import { isReason, ReasonField, readTypedAmount, useRequestKey } from './correction-fields.tsx';

export type RequestedRefund = { amount: Cents; isToSource: boolean; reason: string };

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
  onClose: () => void;
};

/** Gives back all or a part of what was paid, with a reason, after asking once more. */
export function RefundDialog({ title, description, most, toSource, onlySource, refund, onClose }: RefundDialogProps) {
  const queryClient = useQueryClient();
  const getKey = useRequestKey();
  const [asked, setAsked] = useState<RequestedRefund | null>(null);
  const refunding = useOnlineMutation({
    mutationFn: (requested: RequestedRefund) => refund(requested, getKey(requested)),
    onSuccess: (_, { amount }) => {
      toast.success(m.money_refund_done({ amount: formatMoneyOf(amount) }));
      onClose();
    },
    onError: () => setAsked(null),
    // Also after a failure: its response may be what was lost.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Modal open isClosable={!refunding.isPending} onClose={onClose} title={title} description={description}>
      <div hidden={asked !== null}>
        <RefundForm
          most={most}
          toSource={toSource}
          onlySource={onlySource}
          error={refunding.error}
          onAsk={setAsked}
          onClose={onClose}
        />
      </div>
      {asked === null ? null : (
        <div className="flex flex-col gap-4">
          <p className="font-semibold wrap-anywhere">{askAbout(asked, onlySource)}</p>
          <div className="flex flex-col gap-2">
            <Button disabled={refunding.isPending} onClick={() => refunding.mutate(asked)}>
              {refunding.isPending ? m.action_saving() : m.money_refund_confirm()}
            </Button>
            <Button variant="secondary" disabled={refunding.isPending} onClick={() => setAsked(null)}>
              {m.money_back()}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

function askAbout({ amount, isToSource, reason }: RequestedRefund, source: string | undefined): string {
  const values = { amount: formatMoneyOf(amount), reason };
  if (source !== undefined) return m.money_top_up_refund_question({ ...values, source });
  return isToSource ? m.money_refund_question_source(values) : m.money_refund_question_wallet(values);
}

type RefundFormProps = {
  most: Cents;
  toSource: Cents;
  onlySource: string | undefined;
  error: Error | null;
  onAsk: (refund: RequestedRefund) => void;
  onClose: () => void;
};

function RefundForm({ most, toSource, onlySource, error, onAsk, onClose }: RefundFormProps) {
  const [typed, setTyped] = useState(formatCents(most));
  const [reason, setReason] = useState('');
  const [isToSource, setIsToSource] = useState(onlySource !== undefined);
  const [isChecked, setIsChecked] = useState(false);
  const amount = readTypedAmount(typed);
  const isAmountValid = amount !== null && amount > 0 && amount <= most;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may stand inside the form of a person, which must not be submitted.
    event.stopPropagation();
    setIsChecked(true);
    if (isAmountValid && isReason(reason)) onAsk({ amount, isToSource, reason: reason.trim() });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
      <NumberField
        label={m.money_refund_amount({ symbol: getCurrencySymbol() })}
        min={0.01}
        max={formatCents(most)}
        step={0.01}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isChecked && !isAmountValid ? m.money_refund_amount_wrong({ most: formatMoneyOf(most) }) : undefined}
      />
      {onlySource === undefined ? null : (
        <p className="text-muted text-sm">{m.money_top_up_refund_where({ source: onlySource })}</p>
      )}
      {onlySource !== undefined ? null : toSource > 0 ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{m.money_refund_where()}</legend>
          <ChoiceCard
            name="where"
            icon={Wallet}
            label={m.money_refund_to_wallet()}
            detail={m.money_refund_to_wallet_detail()}
            checked={!isToSource}
            onChange={() => setIsToSource(false)}
          />
          <ChoiceCard
            name="where"
            icon={CreditCard}
            label={m.money_refund_to_source()}
            detail={m.money_refund_to_source_detail({ most: formatMoneyOf(toSource) })}
            checked={isToSource}
            onChange={() => setIsToSource(true)}
          />
        </fieldset>
      ) : (
        <p className="text-muted text-sm">{m.money_refund_only_wallet()}</p>
      )}
      <ReasonField label={m.money_reason()} rows={2} value={reason} onChange={setReason} isChecked={isChecked} />
      <div className="flex flex-col gap-2">
        <Button type="submit">{m.action_continue()}</Button>
        <Button variant="secondary" onClick={onClose}>
          {m.action_cancel()}
        </Button>
      </div>
    </form>
  );
}
