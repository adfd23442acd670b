import { useState } from 'react';
import { m } from '#messages';
import type { Cents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import type { DeskCharge } from '../changes/reservation-changes.ts';
import { RESERVATION_CHANGES } from '../keys.ts';
import { DeskPayment, useDeskPayment } from './desk-payment.tsx';
import { payOverstay } from './reservation-for-driver.ts';

type OverstayDialogProps = { id: string; driverId: string; amount: Cents; isManager: boolean; onClose: () => void };

/** Takes what a driver owes for staying longer, or lets the driver off with a reason. */
export function OverstayDialog({ id: reservation, driverId, amount, isManager, onClose }: OverstayDialogProps) {
  const [isChecked, setIsChecked] = useState(false);
  const pay = (charge: DeskCharge) => payOverstay(reservation, amount, charge);
  const { dialog, mutate } = useAction(pay, { invalidates: RESERVATION_CHANGES, onClose });
  const driver = { id: driverId, isConfirmed: false };
  const payment = useDeskPayment(driver, amount, dialog.isPending, isManager);
  const onConfirm = () => (payment.isIncomplete ? setIsChecked(true) : mutate(payment.charge));
  const title = m.overstay_settle({ amount: formatMoneyOf(amount) });
  return (
    <QuestionDialog
      {...{ ...dialog, title, label: title, onConfirm, isDisabled: payment.isAwaited || payment.isMissing }}
    >
      <DeskPayment {...{ driver, payment, isChecked }} />
    </QuestionDialog>
  );
}
