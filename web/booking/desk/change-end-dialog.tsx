import { useQuery } from '@tanstack/react-query';
import { addMinutes } from 'date-fns/addMinutes';
import { max } from 'date-fns/max';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { countHours } from '../../../domain/days/period.ts';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import { priceExtension, quoteStay } from '../../../domain/money/rates.ts';
import { isProblem } from '../../../domain/problems.ts';
import { formatMinutes } from '../../../domain/reservations/times.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { ReasonField } from '../../money/correction-fields.tsx';
import { QueryProblem } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { DateTimeField } from '../../ui/form/date-time-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import {
  changeReservation,
  type DeskCharge,
  type ExtensionTerms,
  extendReservation,
  loadExtensionTerms,
  priceOfChange,
} from '../changes/reservation-changes.ts';
import { bookingKeys, RESERVATION_CHANGES } from '../keys.ts';
import { formatMoment } from '../parking-time.ts';
import type { AdminReservation } from './admin-reservation.ts';
import { DeskPayment, useDeskPayment } from './desk-payment.tsx';
import { throwToOperator } from './reservation-for-driver.ts';
import { useStay } from './stay.ts';

const QUICK_MINUTES = [30, 60, 120] as const;

type ChangeEndDialogProps = { reservation: AdminReservation; onClose: () => void; onChanged: () => void };

/** Gives a reservation another end, a later one once it has begun and any before, and charges what is added as at the desk. */
export function ChangeEndDialog({ reservation, onClose, onChanged }: ChangeEndDialogProps) {
  const [now] = useState(() => getNow());
  const { startsAt: start, endsAt: end } = reservation;
  const hasBegun = start <= now;
  const earliest = hasBegun ? max([end, now]) : start;
  const addToEnd = (minutes: number) => addMinutes(max([end, now]), minutes);
  const [chosen, setChosen] = useState<Date | null>(() => addToEnd(QUICK_MINUTES[0]));
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isPossible = chosen !== null && chosen > earliest && chosen.getTime() !== end.getTime();
  const seen = { ...reservation, spaceId: reservation.parkingSpaceId ?? '' };
  const saving = useAction(
    (change: { endsAt: Date; amount: Cents; desk: DeskCharge }) =>
      (hasBegun
        ? extendReservation(seen, { ...change, end: change.endsAt })
        : changeReservation(seen, { ...change, startsAt: start, spaceId: seen.spaceId, vehicleId: null })
      ).catch(throwToOperator),
    {
      onSuccess: (_, { desk }) => {
        toast.success(desk.payment === 'card' ? m.change_end_link_sent() : m.change_end_done());
      },
      invalidates: RESERVATION_CHANGES,
      onClose: onChanged,
    },
  );
  const chargesDrivers = useChargesDrivers();
  const contact = useStay(reservation.id);
  const terms = useQuery({
    queryKey: bookingKeys.extensionTerms(reservation.id, end),
    queryFn: () => loadExtensionTerms(seen),
    enabled: chargesDrivers,
  });
  const driver = (chargesDrivers && contact.data?.driver) || null;
  const payer = driver && { id: driver.userId, isConfirmed: driver.email !== '' };
  const added = isPossible && terms.data ? priceAddition({ hasBegun, seen, endsAt: chosen, terms: terms.data }) : null;
  const isManager = contact.data?.acts.includes('give_back') ?? false;
  const payment = useDeskPayment(payer, added, saving.isPending, isManager);
  const isAwaited = chargesDrivers && (!contact.isSuccess || !terms.isSuccess || payment.isAwaited);
  const save = () => {
    setIsChecked(true);
    if (!isPossible || isAwaited || payment.isMissing || payment.isIncomplete) return;
    const isCharged = payment.owed !== null;
    const total = toCents((added ?? 0) + (hasBegun ? 0 : toPriceCents(reservation.totalAmount)));
    const desk = isCharged ? payment.charge : ({ payment: 'free', paidAtDesk: null, reason: reason.trim() } as const);
    saving.mutate({ endsAt: chosen, amount: total, desk });
  };
  const shownEnd = { end: formatMoment(end, now) };
  return (
    <QuestionDialog
      size={payer === null ? 'small' : 'medium'}
      title={hasBegun ? m.reservation_extend() : m.change_end_title()}
      text={end > now ? m.extend_ends(shownEnd) : m.extend_ended(shownEnd)}
      label={
        chosen ? m.change_end_confirm({ amount: payment.charged, end: formatMoment(chosen, now) }) : m.action_save()
      }
      cancelLabel={m.move_keep()}
      {...saving.dialog}
      isDisabled={!isPossible || isAwaited}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="flex gap-2">
        {QUICK_MINUTES.map((minutes) => (
          <Button
            key={minutes}
            variant="secondary"
            size="small"
            className="flex-1 px-2!"
            onClick={() => setChosen(addToEnd(minutes))}
          >
            {`+${formatMinutes(minutes)}`}
          </Button>
        ))}
      </div>
      <DateTimeField
        label={m.extend_until()}
        value={chosen}
        min={earliest}
        max={null}
        error={isPossible ? undefined : m.change_end_other({ time: formatMoment(earliest, now) })}
        onChange={setChosen}
      />
      {terms.isError ? <QueryProblem query={terms} /> : null}
      {contact.isError ? <QueryProblem query={contact} /> : null}
      {added !== null && added > 0 ? (
        <dl>
          <SummaryRow label={m.change_end_added()} value={formatMoneyOf(added)} />
        </dl>
      ) : null}
      {payer === null ? null : (
        <DeskPayment
          driver={payer}
          payment={payment}
          isChecked={isChecked}
          {...(hasBegun ? { linkText: m.change_end_link_text() } : {})}
        />
      )}
      {isChecked && payment.isMissing ? (
        <p role="alert" className="text-danger text-sm">
          {m.for_driver_payment_missing()}
        </p>
      ) : null}
      {isProblem(saving.error, 'reason-required') && payment.owed === null ? (
        <ReasonField label={m.money_gift_reason()} value={reason} onChange={setReason} isChecked />
      ) : null}
      {hasBegun ? null : <p className="text-muted text-sm">{m.change_end_price()}</p>}
    </QuestionDialog>
  );
}

type Addition = {
  hasBegun: boolean;
  seen: AdminReservation;
  /** The new end. */
  endsAt: Date;
  terms: ExtensionTerms;
};

/** What another end costs more than before, as the database calculates it; below zero for what goes back. */
function priceAddition({ hasBegun, seen, endsAt, terms }: Addition): Cents {
  const { startsAt, endsAt: end, totalAmount } = seen;
  const { hourlyRate } = terms;
  if (hasBegun) return priceExtension(terms, { startsAt, endsAt: end, price: totalAmount }, endsAt);
  const hours = countHours({ startsAt, endsAt });
  const total = priceOfChange({
    reservation: { startsAt, endsAt: end, price: totalAmount },
    hourlyRate,
    hours,
    isSameSpace: true,
    isLate: false,
    quoted: quoteStay(terms, { startsAt, endsAt }).amount / 100,
  });
  return toCents(toPriceCents(total) - toPriceCents(totalAmount));
}
