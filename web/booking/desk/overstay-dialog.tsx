import { useState } from 'react';
import { m } from '#messages';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { isReason, ReasonField } from '../../money/correction-fields.tsx';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import type { DeskCharge } from '../changes/reservation-changes.ts';
import { RESERVATION_CHANGES } from '../keys.ts';
import { payOverstay } from '../overstays.ts';
import { DeskPayment, useDeskPayment } from './desk-payment.tsx';
import type { ContactedDriver, DeskStay } from './stay.ts';

type Overstay = NonNullable<DeskStay['overstay']>;

/** What staff may do about a driver who stayed longer: take what it costs, or let the driver off, also where it was paid. */
export function OverstayAction({ stay: { id, acts, overstay, driver } }: { stay: DeskStay }) {
  if (!overstay || !driver || overstay.state === 'waived') return null;
  if (!acts.includes(overstay.state === 'paid' ? 'give_back' : 'take_cash')) return null;
  return (
    <li>
      <DialogButton label={sayAct(overstay, overstay.state)}>
        {(onClose) => <OverstayDialog id={id} acts={acts} overstay={overstay} driver={driver} onClose={onClose} />}
      </DialogButton>
    </li>
  );
}

const sayAct = ({ amount }: Overstay, act: string) => m.overstay_settle({ amount: formatMoneyOf(amount), act });

type DialogProps = { id: string; acts: string[]; overstay: Overstay; driver: ContactedDriver; onClose: () => void };

function OverstayDialog({ id, acts, overstay, driver, onClose }: DialogProps) {
  const { amount, state, endedAt, reportedAt, objection } = overstay;
  const [isChecked, setIsChecked] = useState(false);
  const [reason, setReason] = useState('');
  const pay = (charge: DeskCharge) => payOverstay(id, amount, charge);
  const { dialog, mutate } = useAction(pay, { invalidates: RESERVATION_CHANGES, onClose });
  const isPaid = state === 'paid';
  const payer = { id: driver.userId, isConfirmed: driver.email !== '' };
  const isManager = acts.includes('give_back');
  const payment = useDeskPayment(isPaid ? null : payer, amount, dialog.isPending, isManager);
  const charge: DeskCharge = isPaid ? { payment: 'free', paidAtDesk: null, reason: reason.trim() } : payment.charge;
  const isIncomplete = isPaid ? !isReason(reason) : payment.isIncomplete;
  const known = [
    state === 'unproven' && endedAt && m.overstay_unproven({ time: formatDayAndTime(endedAt) }),
    reportedAt && m.overstay_reported({ time: formatDayAndTime(reportedAt) }),
    objection && m.overstay_objection({ words: objection }),
  ];
  const linkText = isManager && state === 'unproven' ? m.overstay_link() : '';
  return (
    <QuestionDialog
      {...dialog}
      title={sayAct(overstay, state)}
      text={known.filter(Boolean).join(' ')}
      label={sayAct(overstay, isPaid ? state : charge.payment)}
      isDisabled={payment.isAwaited || payment.isMissing}
      onConfirm={() => (isIncomplete ? setIsChecked(true) : mutate(charge))}
    >
      {isPaid ? (
        <ReasonField label={m.money_reason()} value={reason} onChange={setReason} isChecked={isChecked} />
      ) : (
        <DeskPayment driver={payer} payment={payment} isChecked={isChecked} linkText={linkText} />
      )}
    </QuestionDialog>
  );
}
