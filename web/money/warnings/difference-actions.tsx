import { useState } from 'react';
import { m } from '#messages';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { isReason, isReference, ReasonField } from '../correction-fields.tsx';
import { MONEY_CHANGES } from '../keys.ts';
import { useCorrection } from '../proposed-corrections.tsx';
import { proposeConfirmation } from '../wallet-corrections.ts';
import {
  confirmPayment,
  type Difference,
  describeDifference,
  resolveDifference,
  winDispute,
} from './money-differences.ts';

export function DifferenceActions({ difference }: { difference: Difference }) {
  const { kind, paymentId } = difference;
  return (
    <div className="flex flex-wrap gap-2">
      {kind === 'not-confirmed' && paymentId !== null ? (
        <DialogButton variant="primary" label={m.money_confirm_payment()}>
          {(close) => <ConfirmPaymentDialog payment={paymentId} onClose={close} />}
        </DialogButton>
      ) : null}
      {kind === 'dispute' ? (
        <DialogButton variant="primary" label={m.money_dispute_won()}>
          {(close) => <ResolveDialog difference={difference} isWon onClose={close} />}
        </DialogButton>
      ) : null}
      <DialogButton label={m.money_resolve()}>
        {(close) => <ResolveDialog difference={difference} isWon={false} onClose={close} />}
      </DialogButton>
    </div>
  );
}

type ResolveDialogProps = { difference: Difference; isWon: boolean; onClose: () => void };

/** Closes a difference once the operator says what it was; the money of a dispute that was won comes back. */
function ResolveDialog({ difference, isWon, onClose }: ResolveDialogProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, dialog } = useAction(() => (isWon ? winDispute : resolveDifference)(difference.id, reason.trim()), {
    done: m.money_resolved(),
    invalidates: MONEY_CHANGES,
    onClose,
  });
  return (
    <QuestionDialog
      title={isWon ? m.money_dispute_won_question() : m.money_resolve_question()}
      text={describeDifference(difference.kind).found}
      label={isWon ? m.money_dispute_won() : m.money_resolve()}
      {...dialog}
      onConfirm={() => {
        setIsChecked(true);
        if (isReason(reason)) mutate();
      }}
    >
      <ReasonField label={m.money_resolution()} rows={3} value={reason} onChange={setReason} isChecked={isChecked} />
    </QuestionDialog>
  );
}

function ConfirmPaymentDialog({ payment, onClose }: { payment: string; onClose: () => void }) {
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, problem } = useCorrection<{ reference: string; reason: string }>({
    send: (found) => confirmPayment(payment, found.reference, found.reason),
    propose: (found, key) => proposeConfirmation(payment, found, key),
    done: m.money_confirm_done(),
    onClose,
  });
  const hasReference = isReference(reference);
  return (
    <QuestionDialog
      title={m.money_confirm_payment_question()}
      text={m.money_confirm_payment_text()}
      label={m.money_confirm_payment()}
      isPending={isPending}
      onConfirm={() => {
        setIsChecked(true);
        if (hasReference && isReason(reason)) mutate({ reference: reference.trim(), reason: reason.trim() });
      }}
      onClose={onClose}
    >
      <TextField
        label={m.money_confirm_reference()}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
        error={isChecked && !hasReference ? m.money_confirm_reference_invalid() : undefined}
      />
      <ReasonField label={m.money_resolution()} rows={3} value={reason} onChange={setReason} isChecked={isChecked} />
      {problem}
    </QuestionDialog>
  );
}
