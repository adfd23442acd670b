import { useState } from 'react';
import { m } from '#messages';
import type { Cents } from '../../domain/money/cents.ts';
import { formatMoneyOf } from '../../domain/money/money.ts';
import { dataClient } from '../data/connection.ts';
import { save } from '../data/database-problem.ts';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../ui/feedback/question-dialog.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { isReason, ReasonField } from './correction-fields.tsx';
import { MONEY_CHANGES } from './keys.ts';

/** The longest reference that the database takes. */
const MAX_REFERENCE = 64;

type Refund = { id: string; amount: Cents; captureReference: string };
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
  const isValid = isDone ? text !== '' && text.length <= MAX_REFERENCE : isReason(typed);
  const { mutate, dialog } = useAction(
    () => {
      const facts = isDone ? { succeeded: true, provider_reference: text } : { succeeded: false, reason: text };
      return save(dataClient().rpc('finish_manual_refund', { refund: refund.id, ...facts }), 'money-not-saved');
    },
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
        <ReasonField label={m.money_manual_reason()} rows={2} value={typed} onChange={onType} isChecked={isChecked} />
      )}
    </QuestionDialog>
  );
}
