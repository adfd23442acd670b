import { useState } from 'react';
import { m } from '#messages';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { AmountField, isReason, ReasonField, readTypedAmount } from '../correction-fields.tsx';
import { MONEY_CHANGES } from '../keys.ts';
import { type Adjustment, proposeAllowance } from '../wallet-corrections.ts';
import { FileSection } from './file-section.tsx';
import { PEOPLE } from './month-files.ts';

/** What each person did by hand, and where they ask to lower prices by more than they may alone. */
export function PeopleSection({ month }: { month: string }) {
  return (
    <FileSection of={PEOPLE} month={month}>
      <DialogButton label={m.month_ask_prices()}>{(close) => <PricesDialog onClose={close} />}</DialogButton>
    </FileSection>
  );
}

function PricesDialog({ onClose }: { onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, dialog } = useAction((asked: Adjustment) => proposeAllowance({ person: null }, asked, key), {
    done: m.correction_proposed(),
    invalidates: MONEY_CHANGES,
    onClose,
  });
  const amount = readTypedAmount(typed);
  const isValid = amount !== null && amount > 0;
  const ask = () => {
    setIsChecked(true);
    if (isValid && isReason(reason)) mutate({ amount, reason: reason.trim() });
  };
  return (
    <QuestionDialog
      title={m.month_ask_prices()}
      text={m.month_ask_prices_text()}
      label={m.correction_propose()}
      {...dialog}
      onConfirm={ask}
    >
      <AmountField
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isChecked && !isValid ? m.money_adjust_amount_wrong() : undefined}
      />
      <ReasonField label={m.month_reason()} value={reason} onChange={setReason} isChecked={isChecked} />
    </QuestionDialog>
  );
}
