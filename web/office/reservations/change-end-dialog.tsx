import { useQueryClient } from '@tanstack/react-query';
import { addMinutes, max } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toCents } from '../../../domain/money/cents.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { formatMinutes, getReservationEnd } from '../../../domain/reservations/times.ts';
import { changeReservation, extendReservation } from '../../booking/changes/data.ts';
import { formatMoment } from '../../booking/parking-time.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { DialogButtons } from '../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';

const QUICK_MINUTES = [30, 60, 120] as const;

type ChangeEndDialogProps = { reservation: Reservation; onClose: () => void; onChanged: () => void };

/** Gives a reservation another end: a later one once it has begun, any before. The driver is not charged for added time. */
export function ChangeEndDialog({ reservation, onClose, onChanged }: ChangeEndDialogProps) {
  const [now] = useState(() => new Date());
  const start = new Date(reservation.startTime);
  const end = getReservationEnd(reservation);
  const hasBegun = start <= now;
  const earliest = hasBegun ? max([end, now]) : start;
  const [chosen, setChosen] = useState<Date | null>(() => addMinutes(max([end, now]), QUICK_MINUTES[0]));
  const isPossible = chosen !== null && chosen > earliest && chosen.getTime() !== end.getTime();
  const queryClient = useQueryClient();
  const saving = useOnlineMutation({
    mutationFn: (to: Date) => {
      const getHours = (from: Date) => (to.getTime() - from.getTime()) / millisecondsInHour;
      if (hasBegun) return extendReservation(reservation, { hours: getHours(end), amount: NO_AMOUNT });
      return changeReservation(reservation, {
        startTime: start,
        hours: getHours(start),
        spaceId: reservation.parkingSpotId,
        vehicleId: null,
        amount: NO_AMOUNT,
      });
    },
    // The form shows the problem.
    onError: () => undefined,
    onSuccess: () => {
      toast.success(m.change_end_done());
      onChanged();
    },
    // All queries, also after a failure: somebody else may have been faster.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) saving.mutate(chosen);
  };
  return (
    <Modal
      open
      isClosable={!saving.isPending}
      onClose={onClose}
      title={hasBegun ? m.reservation_extend() : m.change_end_title()}
      description={
        end > now ? m.extend_ends({ end: formatMoment(end, now) }) : m.extend_ended({ end: formatMoment(end, now) })
      }
    >
      <form noValidate onSubmit={submit} aria-busy={saving.isPending} className="flex flex-col gap-3">
        <div className="flex gap-2">
          {QUICK_MINUTES.map((minutes) => (
            <Button
              key={minutes}
              variant="secondary"
              size="small"
              className="flex-1 px-2!"
              onClick={() => setChosen(addMinutes(max([end, now]), minutes))}
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
        <p className="text-muted text-sm">{m.change_end_price()}</p>
        {saving.error && !saving.isPending ? <ErrorNote>{toErrorMessage(saving.error)}</ErrorNote> : null}
        <DialogButtons
          label={chosen === null ? m.action_save() : m.change_end_confirm({ end: formatMoment(chosen, now) })}
          cancelLabel={m.move_keep()}
          isPending={saving.isPending}
          isDisabled={!isPossible}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/** Operators are asked for no money, so that the amount that was shown does not matter. */
const NO_AMOUNT = toCents(0);
