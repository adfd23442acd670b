import { addMinutes, max } from 'date-fns';
import { useState } from 'react';
import { m } from '#messages';
import { toCents } from '../../../domain/money/cents.ts';
import { isProblem } from '../../../domain/problems.ts';
import { formatMinutes } from '../../../domain/reservations/times.ts';
import { changeReservation, extendReservation } from '../../booking/changes/reservation-changes.ts';
import { RESERVATION_CHANGES } from '../../booking/keys.ts';
import { formatMoment } from '../../booking/parking-time.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { ReasonField } from '../../money/correction-fields.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { DateTimeField } from '../../ui/form/date-time-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import type { AdminReservation } from './admin-reservation.ts';

const QUICK_MINUTES = [30, 60, 120] as const;

/** Operators are asked for no money, so that the amount that was shown does not matter. */
const NO_AMOUNT = toCents(0);

type ChangeEndDialogProps = { reservation: AdminReservation; onClose: () => void; onChanged: () => void };

/** Gives a reservation another end: a later one once it has begun, any before. The driver is not charged for added time. */
export function ChangeEndDialog({ reservation, onClose, onChanged }: ChangeEndDialogProps) {
  const [now] = useState(() => new Date());
  const { startsAt: start, endsAt: end } = reservation;
  const hasBegun = start <= now;
  const earliest = hasBegun ? max([end, now]) : start;
  const addToEnd = (minutes: number) => addMinutes(max([end, now]), minutes);
  const [chosen, setChosen] = useState<Date | null>(() => addToEnd(QUICK_MINUTES[0]));
  const chargesDrivers = useChargesDrivers();
  const [reason, setReason] = useState('');
  const isPossible = chosen !== null && chosen > earliest && chosen.getTime() !== end.getTime();
  const saving = useAction(
    (endsAt: Date) => {
      const spaceId = reservation.parkingSpaceId ?? '';
      const seen = { ...reservation, spaceId };
      const change = { amount: NO_AMOUNT, reason: reason.trim() };
      if (hasBegun) return extendReservation(seen, { ...change, end: endsAt });
      return changeReservation(seen, { ...change, startsAt: start, endsAt, spaceId, vehicleId: null });
    },
    { done: m.change_end_done(), invalidates: RESERVATION_CHANGES, onClose: onChanged },
  );
  const shownEnd = { end: formatMoment(end, now) };
  return (
    <QuestionDialog
      title={hasBegun ? m.reservation_extend() : m.change_end_title()}
      text={end > now ? m.extend_ends(shownEnd) : m.extend_ended(shownEnd)}
      label={chosen === null ? m.action_save() : m.change_end_confirm({ end: formatMoment(chosen, now) })}
      cancelLabel={m.move_keep()}
      {...saving.dialog}
      isDisabled={!isPossible}
      onConfirm={() => isPossible && saving.mutate(chosen)}
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
      {chargesDrivers ? (
        <ReasonField
          label={m.money_gift_reason()}
          rows={2}
          value={reason}
          onChange={setReason}
          isChecked={isProblem(saving.error, 'reason-required')}
        />
      ) : null}
      <p className="text-muted text-sm">{m.change_end_price()}</p>
    </QuestionDialog>
  );
}
