import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { formatMoneyOf } from '../../domain/money/money.ts';
import type { PaymentState, RefundState } from '../../domain/money/payment.ts';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../ui/feedback/question-dialog.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Badge } from '../ui/layout/badge.tsx';
import { formatTime } from '../ui/platform/format-time.ts';
import { isReason, isReference, ReasonField } from './correction-fields.tsx';
import { MONEY_CHANGES } from './keys.ts';
import { finishManualRefund, type Payment, type Refund } from './refunds.ts';

/** All other states are neutral. */
const TONES: { [State in PaymentState | RefundState]?: 'positive' | 'danger' | 'brand' } = {
  pending: 'brand',
  captured: 'positive',
  declined: 'danger',
  refunding: 'brand',
  requested: 'brand',
  sent: 'brand',
  succeeded: 'positive',
  failed: 'danger',
  manual: 'danger',
};

export function PaymentItem({ payment, action }: { payment: Payment; action?: ReactNode }) {
  const { method, paidWith, state, amount, createdAt, providerOrder, providerReference, refunds } = payment;
  return (
    <li className="border-line flex flex-col gap-2 rounded-card border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{paidWith ?? m[`payment_${method}` as const]()}</span>
        <Badge tone={TONES[state] ?? 'neutral'}>{m[`money_payment_${state}` as const]()}</Badge>
        <span className="ml-auto font-semibold tabular-nums">{formatMoneyOf(amount)}</span>
      </div>
      <dl className="text-muted flex flex-col gap-0.5 text-sm">
        <Fact name={m.money_payment_time()} value={formatTime(createdAt)} />
        {providerOrder === null ? null : <Fact name={m.money_payment_order()} value={providerOrder} />}
        {providerReference === null ? null : <Fact name={m.money_payment_reference()} value={providerReference} />}
      </dl>
      {refunds.length === 0 ? null : (
        <ul aria-label={m.money_refunds()} className="divide-line border-line divide-y border-t">
          {refunds.map((refund) => (
            <RefundItem key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      {action}
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{name}</dt>
      <dd className="text-ink wrap-anywhere tabular-nums">{value}</dd>
    </div>
  );
}

function RefundItem({ refund }: { refund: Refund }) {
  const { amount, state, createdAt, error } = refund;
  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{m.money_refund_of({ time: formatTime(createdAt) })}</span>
        <Badge tone={TONES[state] ?? 'neutral'}>{m[`money_refund_${state}` as const]()}</Badge>
        <span className="ml-auto font-semibold tabular-nums">{formatMoneyOf(amount)}</span>
      </div>
      {state === 'manual' ? <ManualRefund refund={refund} /> : null}
      {error === null ? null : <p className="text-muted text-sm wrap-anywhere">{error}</p>}
    </li>
  );
}

type Outcome = 'done' | 'failed';

export function ManualRefund({ refund }: { refund: Refund }) {
  // A dialog that is closed and opened again has what was typed.
  const [typed, setTyped] = useState({ done: '', failed: '' });
  return (
    <>
      <p className="text-sm">{m.money_manual_text({ reference: refund.captureReference })}</p>
      <div className="flex flex-wrap gap-2">
        {(['done', 'failed'] as const).map((outcome) => (
          <DialogButton
            key={outcome}
            variant={outcome === 'done' ? 'primary' : 'secondary'}
            label={m[`money_manual_${outcome}` as const]()}
          >
            {(close) => (
              <OutcomeDialog
                refund={refund}
                outcome={outcome}
                typed={typed[outcome]}
                onType={(text) => setTyped({ ...typed, [outcome]: text })}
                onClose={close}
              />
            )}
          </DialogButton>
        ))}
      </div>
    </>
  );
}

type OutcomeDialogProps = {
  refund: Refund;
  outcome: Outcome;
  /** Under which reference it was done, or why not. */
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
};

function OutcomeDialog({ refund, outcome, typed, onType, onClose }: OutcomeDialogProps) {
  const [isChecked, setIsChecked] = useState(false);
  const text = typed.trim();
  const isDone = outcome === 'done';
  const isValid = isDone ? isReference(typed) : isReason(typed);
  const { mutate, dialog } = useAction(
    () =>
      finishManualRefund(
        refund.id,
        isDone ? { succeeded: true, provider_reference: text } : { succeeded: false, reason: text },
      ),
    { done: m.money_manual_saved(), invalidates: MONEY_CHANGES, onClose },
  );
  return (
    <QuestionDialog
      title={m[`money_manual_${outcome}_question` as const]({ amount: formatMoneyOf(refund.amount) })}
      text={m[`money_manual_${outcome}_text` as const]()}
      label={m[`money_manual_${outcome}` as const]()}
      {...dialog}
      onConfirm={() => {
        setIsChecked(true);
        if (isValid) mutate();
      }}
    >
      {isDone ? (
        <TextField
          label={m.money_manual_reference()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          error={isChecked && !isValid ? m.problem_reference_required() : undefined}
        />
      ) : (
        <ReasonField label={m.money_manual_reason()} value={typed} onChange={onType} isChecked={isChecked} />
      )}
    </QuestionDialog>
  );
}
