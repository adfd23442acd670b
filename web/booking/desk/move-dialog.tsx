import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { m } from '#messages';
import { addDays, startOfDay } from '../../../domain/days/country-time.ts';
import { countHours, createPeriod } from '../../../domain/days/period.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { isProblem, toErrorMessage } from '../../../domain/problems.ts';
import { MAX_DAYS_AHEAD } from '../../../domain/reservations/times.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { ReasonField } from '../../money/correction-fields.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { toastError, useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { DateTimeField } from '../../ui/form/date-time-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useDebounced } from '../../ui/platform/use-debounced.ts';
import { bookingKeys, RESERVATION_CHANGES } from '../keys.ts';
import { formatReservationTimes } from '../parking-time.ts';
import { formatUserName } from './admin-reservation.ts';
import {
  loadMoveTargets,
  type MovableReservation,
  type MoveTarget,
  moveReservation,
  type Slot,
  TARGETS_LIMIT,
} from './desk-changes.ts';

type MoveDialogProps = {
  reservation: MovableReservation;
  /** Where it was dropped; without it the form begins where it is. */
  place?: Slot;
  onClose: () => void;
  /** Once it has moved, or can be moved no more. */
  onSettled: () => void;
};

/** Asks where a reservation is to be, with what it was before, and moves it. */
export function MoveDialog({ reservation, place, onClose, onSettled }: MoveDialogProps) {
  const [spaceId, setSpaceId] = useState(place?.spaceId ?? reservation.parkingSpaceId);
  const [now] = useState(() => getNow());
  const chargesDrivers = useChargesDrivers();
  const [reason, setReason] = useState('');
  const { startsAt: ownStart } = reservation;
  const [start, setStart] = useState<Date | null>(place?.startsAt ?? ownStart);
  const moving = useAction(
    (slot: Slot) =>
      moveReservation(reservation, slot, reason.trim()).catch((error: unknown) => {
        if (isProblem(error, 'reservation-changed', 'move-after-start', 'no-such-reservation')) {
          toastError(toErrorMessage(error));
          onSettled();
        }
        throw error;
      }),
    { done: m.move_done(), invalidates: RESERVATION_CHANGES, onClose: onSettled },
  );
  const moved = createPeriod(start ?? ownStart, countHours(reservation));
  const { targets, hasMore } = useMoveTargets(reservation, moved.startsAt);
  const isMoved = start !== null && (spaceId !== reservation.parkingSpaceId || start.getTime() !== ownStart.getTime());
  const moreId = useId();
  const spaceName = targets.find(({ id }) => id === spaceId)?.name ?? '';
  return (
    <QuestionDialog
      title={m.move_title()}
      text={m.move_text({ user: formatUserName(reservation), price: formatMoney(reservation.totalAmount) })}
      label={m.move_title()}
      pendingLabel={m.move_pending()}
      cancelLabel={m.move_keep()}
      {...moving.dialog}
      isDisabled={!isMoved}
      onConfirm={() => isMoved && moving.mutate({ spaceId, startsAt: start })}
      onClose={onClose}
    >
      <SelectField
        label={m.move_space()}
        value={spaceId}
        options={targets.map((target) => ({ value: target.id, label: formatTarget(target) }))}
        onChange={({ target }) => setSpaceId(target.value)}
        aria-describedby={hasMore ? moreId : undefined}
      />
      {hasMore ? (
        <p id={moreId} className="text-muted -mt-2 text-sm">
          {m.timeline_first_spaces({ count: TARGETS_LIMIT })}
        </p>
      ) : null}
      {/* One that has begun keeps its start. */}
      {ownStart <= now ? null : (
        <DateTimeField
          label={m.move_start()}
          value={start}
          min={startOfDay(now)}
          max={addDays(now, MAX_DAYS_AHEAD)}
          error={start === null ? m.problem_date_and_time_missing() : undefined}
          onChange={setStart}
        />
      )}
      {chargesDrivers ? (
        <ReasonField
          label={m.money_gift_reason()}
          value={reason}
          onChange={setReason}
          isChecked={isProblem(moving.error, 'reason-required')}
        />
      ) : null}
      <dl className="divide-y divide-line">
        <SummaryRow
          label={m.move_from()}
          value={formatSpaceInZone({ name: reservation.spaceName ?? '', zoneName: reservation.zoneName })}
          detail={formatReservationTimes(reservation)}
        />
        {isMoved ? (
          <SummaryRow
            label={m.move_to()}
            value={formatSpaceInZone({ name: spaceName, zoneName: reservation.zoneName })}
            detail={formatReservationTimes(moved)}
          />
        ) : null}
      </dl>
    </QuestionDialog>
  );
}

const QUIET_MS = 400;

/** The spaces to move to for this start, its own one also before they have loaded. */
function useMoveTargets(reservation: MovableReservation, start: Date) {
  const { id, parkingSpaceId: spaceId, spaceName } = reservation;
  const starts = useDebounced(start.toISOString(), QUIET_MS);
  const list = useQuery({
    queryKey: bookingKeys.moveTargets(id, starts),
    queryFn: ({ signal }) => loadMoveTargets(id, starts, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  const { targets, hasMore } = list.data ?? { targets: [], hasMore: false };
  const own = { id: spaceId, name: spaceName ?? '', other_zone: null, hindrance: null };
  return { targets: targets.some((target) => target.id === spaceId) ? targets : [own, ...targets], hasMore };
}

function formatTarget({ name, other_zone, hindrance }: MoveTarget): string {
  const space = other_zone === null ? name : formatSpaceInZone({ name, zoneName: other_zone });
  if (hindrance === 'taken') return m.move_space_taken({ space });
  if (hindrance === 'out-of-service') return m.space_option_out_of_service({ space });
  return space;
}
