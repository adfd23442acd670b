import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import type { Cents } from '../../domain/money/cents.ts';
import { formatMoneyOf } from '../../domain/money/money.ts';
import { toErrorMessage } from '../../domain/problems.ts';
import { dataClient } from '../data/connection.ts';
import { toProblem } from '../data/database-problem.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useOnlineMutation } from '../ui/use-online-mutation.ts';
import { isReason, ReasonField, SaveButtons } from './correction-fields.tsx';

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
  const reference = typed.trim();
  const isValid = reference !== '' && reference.length <= MAX_REFERENCE;
  return (
    <OutcomeForm
      refund={refund}
      title={m.money_manual_done_question({ amount: formatMoneyOf(refund.amount) })}
      text={m.money_manual_done_text()}
      label={m.money_manual_done()}
      outcome={isValid ? { provider_reference: reference } : null}
      onSubmit={() => setIsChecked(true)}
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
    </OutcomeForm>
  );
}

function Failed({ refund, typed, onType, onClose }: OutcomeProps) {
  const [isChecked, setIsChecked] = useState(false);
  return (
    <OutcomeForm
      refund={refund}
      title={m.money_manual_failed_question({ amount: formatMoneyOf(refund.amount) })}
      text={m.money_manual_failed_text()}
      label={m.money_manual_failed()}
      outcome={isReason(typed) ? { reason: typed.trim() } : null}
      onSubmit={() => setIsChecked(true)}
      onClose={onClose}
    >
      <ReasonField label={m.money_manual_reason()} rows={2} value={typed} onChange={onType} isChecked={isChecked} />
    </OutcomeForm>
  );
}

type OutcomeFormProps = {
  refund: Refund;
  title: string;
  text: string;
  label: string;
  /** Null while something is missing. */
  outcome: ManualOutcome | null;
  onSubmit: () => void;
  onClose: () => void;
  children: React.ReactNode;
};

function OutcomeForm({ refund, title, text, label, outcome, onSubmit, onClose, children }: OutcomeFormProps) {
  const queryClient = useQueryClient();
  const saving = useOnlineMutation({
    mutationFn: (said: ManualOutcome) => finishManualRefund(refund.id, said),
    onSuccess: () => {
      toast.success(m.money_manual_saved());
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may stand inside the form of a person, which must not be submitted.
    event.stopPropagation();
    onSubmit();
    if (outcome !== null && !saving.isPending) saving.mutate(outcome);
  };
  return (
    <Modal open isClosable={!saving.isPending} onClose={onClose} title={title} description={text}>
      <form noValidate onSubmit={submit} aria-busy={saving.isPending} className="flex flex-col gap-4">
        {saving.error ? <ErrorNote>{toErrorMessage(saving.error)}</ErrorNote> : null}
        {children}
        <SaveButtons label={label} isSaving={saving.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

/** What was done in the portal: under which reference, or why not. */
type ManualOutcome = { provider_reference: string } | { reason: string };

/** @throws Problem `reference-required`, `reason-required`, `money-not-saved` */
async function finishManualRefund(refund: string, outcome: ManualOutcome): Promise<void> {
  const succeeded = 'provider_reference' in outcome;
  const { error } = await dataClient().rpc('finish_manual_refund', { refund, succeeded, ...outcome });
  if (error) throw toProblem(error, 'money-not-saved');
}
