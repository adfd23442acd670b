import { useState } from 'react';
import { m } from '#messages';
import type { Cents } from '../../domain/money/cents.ts';
import { formatMoneyOf } from '../../domain/money/money.ts';
import { dataClient } from '../data/connection.ts';
import { save } from '../data/database-problem.ts';
import { Button } from '../ui/button.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useDialogMutation } from '../ui/use-online-mutation.ts';
import { isReason, ReasonField } from './correction-fields.tsx';

/** As the database has it. */
const MAX_REFERENCE = 64;

type Refund = { id: string; amount: Cents; captureReference: string };

/** What an operator did in the provider's portal, where no program could. */
export function ManualRefund({ refund }: { refund: Refund }) {
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);
  // A dialog that is closed and opened again has what was typed.
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const close = () => setOutcome(null);
  return (
    <>
      <p className="text-sm">{m.money_manual_text({ reference: refund.captureReference })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setOutcome('done')}>
          {m.money_manual_done()}
        </Button>
        <Button size="small" variant="secondary" onClick={() => setOutcome('failed')}>
          {m.money_manual_failed()}
        </Button>
      </div>
      {outcome === 'done' ? <Done refund={refund} typed={reference} onType={setReference} onClose={close} /> : null}
      {outcome === 'failed' ? <Failed refund={refund} typed={reason} onType={setReason} onClose={close} /> : null}
    </>
  );
}

type OutcomeProps = { refund: Refund; typed: string; onType: (text: string) => void; onClose: () => void };

function Done({ refund, typed, onType, onClose }: OutcomeProps) {
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, error } = useFinish(refund, onClose);
  const reference = typed.trim();
  const isValid = reference !== '' && reference.length <= MAX_REFERENCE;
  return (
    <QuestionDialog
      title={m.money_manual_done_question({ amount: formatMoneyOf(refund.amount) })}
      text={m.money_manual_done_text()}
      label={m.money_manual_done()}
      isPending={isPending}
      error={error}
      onConfirm={() => {
        setIsChecked(true);
        if (isValid) mutate({ succeeded: true, provider_reference: reference });
      }}
      onClose={onClose}
    >
      <TextField
        label={m.money_manual_reference()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        error={isChecked && !isValid ? m.problem_reference_required() : undefined}
      />
    </QuestionDialog>
  );
}

function Failed({ refund, typed, onType, onClose }: OutcomeProps) {
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, error } = useFinish(refund, onClose);
  return (
    <QuestionDialog
      title={m.money_manual_failed_question({ amount: formatMoneyOf(refund.amount) })}
      text={m.money_manual_failed_text()}
      label={m.money_manual_failed()}
      isPending={isPending}
      error={error}
      onConfirm={() => {
        setIsChecked(true);
        if (isReason(typed)) mutate({ succeeded: false, reason: typed.trim() });
      }}
      onClose={onClose}
    >
      <ReasonField label={m.money_manual_reason()} rows={2} value={typed} onChange={onType} isChecked={isChecked} />
    </QuestionDialog>
  );
}

/** What was done in the portal: under which reference, or why not. */
type ManualOutcome = { succeeded: true; provider_reference: string } | { succeeded: false; reason: string };

function useFinish(refund: Refund, onClose: () => void) {
  return useDialogMutation(
    (outcome: ManualOutcome) =>
      save(dataClient().rpc('finish_manual_refund', { refund: refund.id, ...outcome }), 'money-not-saved'),
    { done: m.money_manual_saved(), onClose },
  );
}
