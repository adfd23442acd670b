import { useState } from 'react';
import { m } from '#messages';
import { type Cents, formatCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { type DeskCharge, toDeskArguments } from '../changes/reservation-changes.ts';
import { RESERVATION_CHANGES } from '../keys.ts';
import { DeskPayment, useDeskPayment } from './desk-payment.tsx';

type OverstayDialogProps = { id: string; driverId: string; amount: Cents; mayGive: boolean; onClose: () => void };

/** Takes what a driver owes for staying longer, or lets the driver off with a reason. */
export function OverstayDialog({ id: reservation, driverId, amount, mayGive, onClose }: OverstayDialogProps) {
  const [isChecked, setIsChecked] = useState(false);
  const pay = async (charge: DeskCharge) => {
    const args = { reservation, seen_amount: formatCents(amount), ...toDeskArguments(charge) };
    const { error } = await dataClient().rpc('pay_overstay', args);
    if (error) throw toProblem(error, 'overstay-not-paid');
  };
  const { dialog, mutate } = useAction(pay, { invalidates: RESERVATION_CHANGES, onClose });
  const driver = { id: driverId, isConfirmed: false };
  const payment = useDeskPayment(driver, amount, dialog.isPending);
  const onConfirm = () => (payment.isIncomplete ? setIsChecked(true) : mutate(payment.charge));
  const title = m.overstay_settle({ amount: formatMoneyOf(amount) });
  return (
    <QuestionDialog
      {...{ ...dialog, title, label: title, onConfirm, isDisabled: payment.isAwaited || payment.isMissing }}
    >
      <DeskPayment {...{ driver, payment, isChecked, mayGive }} />
    </QuestionDialog>
  );
}
