import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatMoney } from '../../../../domain/money/money.ts';
import { Problem, type ProblemKey, toErrorMessage } from '../../../../domain/problems.ts';
import { formatSpaceInZone } from '../../../../domain/zones/space-names.ts';
import {
  getStartDates,
  parseStart,
  type ReservationValues,
  toStartValues,
} from '../../../booking/arrival/reservation-values.ts';
import { formatReservationTimes } from '../../../booking/parking-time.ts';
import { DialogButtons } from '../../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useDebounced } from '../../../ui/platform/use-debounced.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { SummaryRow } from '../../../ui/summary-row.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { useProblemToast } from '../../../ui/use-problem-toast.ts';
import { formatUserName } from '../admin-reservation.ts';
import {
  loadMoveTargets,
  type MovableReservation,
  type MoveTarget,
  type MoveTargets,
  moveReservation,
  type Slot,
  TARGETS_LIMIT,
} from '../data.ts';

type MoveDialogProps = {
  reservation: MovableReservation;
  /** Where it was dropped; without it the form begins where it is. */
  place?: Slot;
  onClose: () => void;
  /** Once it has moved, or can be moved no more. */
  onSettled: (moved: boolean) => void;
};

/** Asks where a reservation is to be, with what it was before, and moves it. */
export function MoveDialog({ reservation, place, onClose, onSettled }: MoveDialogProps) {
  const [spaceId, setSpaceId] = useState(place?.spaceId ?? reservation.parkingSpaceId);
  const [firstStart] = useState(() => place?.start ?? new Date(reservation.startTime));
  const [start, setStart] = useState(() => toStartValues(firstStart));
  const [isChecked, setIsChecked] = useState(false);
  const queryClient = useQueryClient();
  const moving = useOnlineMutation({
    mutationFn: (slot: Slot) => moveReservation(reservation, slot),
    onSuccess: () => {
      toast.success(m.move_done());
      onSettled(true);
    },
    onError: (error) => {
      if (!(error instanceof Problem && OUTDATED.has(error.key))) return;
      toast.error(toErrorMessage(error));
      onSettled(false);
    },
    // All queries, also after a failure: somebody else may have been faster.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const chosenStart = readStart(start, firstStart);
  const lengthMs = Date.parse(reservation.endTime) - Date.parse(reservation.startTime);
  const from = chosenStart ?? new Date(reservation.startTime);
  const period = { from, to: new Date(from.getTime() + lengthMs) };
  const { targets, hasMore } = useMoveTargets(reservation, from);
  const isMoved =
    spaceId !== reservation.parkingSpaceId || chosenStart?.getTime() !== new Date(reservation.startTime).getTime();
  // One that has begun keeps its start.
  const hasBegun = Date.parse(reservation.startTime) <= Date.now();
  const hasStartError = isChecked && chosenStart === null;
  const [errorId, moreId] = [useId(), useId()];
  const invalid = hasStartError ? { 'aria-invalid': true, 'aria-describedby': errorId } : {};
  const spaceName = targets.find(({ id }) => id === spaceId)?.name ?? '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (chosenStart !== null) moving.mutate({ spaceId, start: chosenStart });
  };
  return (
    <Modal
      open
      isClosable={!moving.isPending}
      onClose={onClose}
      title={m.move_title()}
      description={m.move_text({ user: formatUserName(reservation), price: formatMoney(reservation.totalAmount) })}
    >
      <form noValidate onSubmit={submit} aria-busy={moving.isPending} className="flex flex-col gap-4">
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
        {hasBegun ? null : (
          <div className="flex flex-wrap gap-3">
            <TextField
              label={m.reservation_date()}
              type="date"
              {...getStartDates(new Date())}
              {...invalid}
              value={start.date}
              onChange={({ target }) => setStart({ ...start, date: target.value })}
              className="min-w-0 flex-[3_1_9rem]"
            />
            <TextField
              label={m.move_start()}
              type="time"
              {...invalid}
              value={start.time}
              onChange={({ target }) => setStart({ ...start, time: target.value })}
              className="min-w-0 flex-[2_1_7rem]"
            />
          </div>
        )}
        {hasStartError ? (
          <p id={errorId} role="alert" className="text-danger -mt-2 text-sm">
            {m.problem_date_and_time_missing()}
          </p>
        ) : null}
        <dl className="divide-y divide-line">
          <SummaryRow
            label={m.move_from()}
            value={formatSpaceInZone({ name: reservation.spaceName ?? '', zoneName: reservation.zoneName })}
            detail={formatReservationTimes({
              from: new Date(reservation.startTime),
              to: new Date(reservation.endTime),
            })}
          />
          {chosenStart === null || !isMoved ? null : (
            <SummaryRow
              label={m.move_to()}
              value={formatSpaceInZone({ name: spaceName, zoneName: reservation.zoneName })}
              detail={formatReservationTimes(period)}
            />
          )}
        </dl>
        {moving.error && !moving.isPending ? <ErrorNote>{toErrorMessage(moving.error)}</ErrorNote> : null}
        <DialogButtons
          label={m.move_title()}
          pendingLabel={m.move_pending()}
          cancelLabel={m.move_keep()}
          isPending={moving.isPending}
          isDisabled={!isMoved}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/** The fields have no seconds: as long as they are as they were, so is the start. */
function readStart(typed: Start, first: Date): Date | null {
  const { date, time } = toStartValues(first);
  return typed.date === date && typed.time === time ? first : parseStart(typed);
}

const QUIET_MS = 400;

/** The spaces to move to for this start, its own one also before they have loaded. */
function useMoveTargets(reservation: MovableReservation, start: Date): MoveTargets {
  const { id, parkingSpaceId: spaceId, spaceName } = reservation;
  const starts = useDebounced(start.toISOString(), QUIET_MS);
  const list = useQuery({
    queryKey: ['move-targets', id, starts],
    queryFn: ({ signal }) => loadMoveTargets(id, starts, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  const { targets, hasMore } = list.data ?? { targets: [], hasMore: false };
  const own = { id: spaceId, name: spaceName ?? '', other_zone: null, hindrance: null };
  return { targets: targets.some((target) => target.id === spaceId) ? targets : [own, ...targets], hasMore };
}

/** What the administrator saw is not what is stored, so there is nothing to try again. */
const OUTDATED = new Set<ProblemKey>(['reservation-changed', 'move-after-start', 'no-such-reservation']);

/** Date and time as their inputs write them. */
type Start = Pick<ReservationValues, 'date' | 'time'>;

function formatTarget({ name, other_zone, hindrance }: MoveTarget): string {
  const space = other_zone === null ? name : formatSpaceInZone({ name, zoneName: other_zone });
  if (hindrance === 'taken') return m.move_space_taken({ space });
  if (hindrance === 'out-of-service') return m.space_option_out_of_service({ space });
  return space;
}
