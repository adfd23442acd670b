import { zodResolver } from '@hookform/resolvers/zod';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatDay, formatList, formatTableClock } from '../../../domain/language/format.ts';
import { isProblem } from '../../../domain/problems.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { readAgain } from '../../ui/platform/query-keys.ts';
import { bookingKeys, SPACE_CHANGES } from '../keys.ts';
import { type AdminSpace, STATUS_BADGES } from './admin-space.ts';
import {
  type Choice,
  type Choices,
  findClashes,
  listOptions,
  listTouchedReservations,
  resolveReservations,
  setSpaceStatus,
  type TouchedReservation,
  type TouchedSpaces,
  type TouchedTime,
} from './resolutions.ts';
import { StatusFields, StatusNote, type StatusValues, statusValuesSchema, toStatusValues } from './status-fields.tsx';

/** The day only where the reservation ends on another one. */
const formatEnd = ({ startsAt, endsAt }: TouchedReservation): string =>
  formatDay(startsAt) === formatDay(endsAt) ? formatTableClock(endsAt) : formatTime(endsAt);

const NO_CHOICES: Choices = new Map();
const NO_RESERVATIONS: readonly TouchedReservation[] = [];

/** More names than these are counted only. */
const MAX_NAMES = 8;

type StatusDialogProps = {
  /** At least one. */
  spaces: readonly AdminSpace[];
  /** All spaces, as they are now. */
  current: readonly AdminSpace[];
  onSaved: () => void;
  onClose: () => void;
};

/** Sets the status of spaces. Out of service lists the reservations that it touches, each with what becomes of it. */
export function StatusDialog({ spaces: chosenSpaces, current, onSaved, onClose }: StatusDialogProps) {
  const [opened] = useState(chosenSpaces);
  const form = useForm<StatusValues>({
    resolver: zodResolver(statusValuesSchema),
    defaultValues: opened[0] ? toStatusValues(opened[0]) : {},
  });
  const [status, startsAt, endsAt] = useWatch({ control: form.control, name: ['status', 'startsAt', 'endsAt'] });
  const [isChanged, setIsChanged] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useAction(setSpaceStatus, {
    invalidates: (problem) => (problem === null ? SPACE_CHANGES : [bookingKeys.touched()]),
    onSuccess: () => toast.success(m.set_status_saved({ count: spaces.length })),
    onClose: onSaved,
    // What the operator saw loads anew.
    onError: async (problem) => {
      await readAgain(queryClient, SPACE_CHANGES);
      setIsChanged(isProblem(problem, 'space-status-changed'));
    },
  });
  const isOut = status === 'maintenance';
  const spaceIds = opened.map(({ id }) => id);
  const touched = useTouchedReservations({ spaces: spaceIds }, { startsAt, endsAt }, isOut);
  const { reservations, choices } = touched;
  // What somebody else changed meanwhile is on the screen, and no longer overwritten unseen.
  const spaces = isChanged ? opened.flatMap(({ id }) => current.filter((space) => space.id === id)) : opened;
  const changed = spaces.filter((space, index) => isChanged && space !== opened[index]);

  const submit = form.handleSubmit((values) => mutate({ ...values, spaces, reservations, choices }));

  return (
    <Modal
      open
      size="medium"
      isClosable={!isPending}
      onClose={onClose}
      title={m.set_status_title()}
      description={describeSpaces(opened)}
    >
      <form noValidate onSubmit={submit} aria-busy={isPending} className="flex flex-col gap-4">
        <StatusFields form={form} />
        {isOut ? <TouchedReservations {...touched} /> : null}
        <DialogButtons
          label={describeSave(reservations.length)}
          isPending={isPending}
          isDisabled={touched.isOpen || spaces.length === 0}
          onCancel={onClose}
        >
          {error === null ? null : <ErrorNote error={error} />}
          <ChangedSpaces spaces={changed} />
        </DialogButtons>
      </form>
    </Modal>
  );
}

/** The reservations of these spaces, or of a zone, at a time, and what becomes of each. */
export function useTouchedReservations(of: TouchedSpaces, time: TouchedTime, isWanted: boolean) {
  const [chosen, setChosen] = useState(NO_CHOICES);
  const query = useQuery({
    queryKey: bookingKeys.touched(of, time),
    queryFn: ({ signal }) => listTouchedReservations(of, time, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    // What was loaded for an earlier dialog says nothing.
    gcTime: 0,
  });
  const reservations = (isWanted ? query.data : null) ?? NO_RESERVATIONS;
  const choices = resolveReservations(reservations, chosen);
  const clashing = findClashes(reservations, choices);
  const isLooking = isWanted && (query.data === undefined || query.isPlaceholderData || query.isFetching);
  const isOpen = isLooking || clashing.size > 0;
  return { query, reservations, choices, clashing, isLooking, isOpen, setChosen };
}

type Touched = ReturnType<typeof useTouchedReservations>;

export function TouchedReservations({ query, choices, clashing, isLooking, setChosen }: Touched) {
  return (
    <section aria-label={m.touched_reservations_title()} className="flex flex-col gap-3">
      <h3 className="font-bold">{m.touched_reservations_title()}</h3>
      <QueryState query={query} loading={<LoadingNote>{m.touched_reservations_loading()}</LoadingNote>}>
        {(found) => (
          <div aria-busy={isLooking} className="flex flex-col gap-3">
            <ul className="flex flex-col gap-3 empty:hidden">
              {found.map((reservation) => (
                <Reservation
                  key={reservation.id}
                  reservation={reservation}
                  choice={choices.get(reservation.id) ?? ''}
                  isClashing={clashing.has(reservation.id)}
                  onChoose={(choice) => setChosen(new Map(choices).set(reservation.id, choice))}
                />
              ))}
            </ul>
            {found.length === 0 ? (
              <p className="text-muted">{m.touched_reservations_none()}</p>
            ) : (
              <p className="text-muted text-sm">{m.touched_reservations_told()}</p>
            )}
          </div>
        )}
      </QueryState>
    </section>
  );
}

function describeSpaces(spaces: readonly AdminSpace[]): string {
  if (spaces.length > MAX_NAMES) return m.set_status_selected({ count: spaces.length });
  return formatList(spaces.map((space) => (spaces.length === 1 ? formatSpaceInZone(space) : space.name)));
}

/** The list may be out of sight. */
export const describeSave = (count: number) => (count === 0 ? m.action_save() : m.set_status_save_with({ count }));

/** What another operator set meanwhile. */
function ChangedSpaces({ spaces }: { spaces: readonly AdminSpace[] }) {
  if (spaces.length === 0) return null;
  return (
    <ul className="max-h-40 overflow-y-auto text-sm">
      {spaces.map((space) => (
        <li key={space.id}>
          {m.set_status_now({ space: space.name, status: STATUS_BADGES[space.status].label })}
          <StatusNote space={space} />
        </li>
      ))}
    </ul>
  );
}

type ReservationProps = {
  reservation: TouchedReservation;
  choice: Choice;
  isClashing: boolean;
  onChoose: (choice: Choice) => void;
};

function Reservation({ reservation, choice, isClashing, onChoose }: ReservationProps) {
  const titleId = useId();
  const { driver, plate, startsAt, phase } = reservation;
  return (
    <li className="border-line grid items-start gap-3 rounded-card border p-3 sm:grid-cols-2">
      <div id={titleId} className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {driver ?? m.space_reservation_unnamed_driver()}
          {plate ? <span className="text-muted font-normal">{plate}</span> : null}
          {phase === 'future' ? null : (
            <Badge tone="danger">
              {phase === 'held' ? m.touched_reservation_held() : m.touched_reservation_under_way()}
            </Badge>
          )}
        </p>
        <p className="text-muted text-sm wrap-anywhere">
          {formatSpaceInZone({ name: reservation.spaceName, zoneName: reservation.zoneName })}
        </p>
        <p className="text-muted text-sm tabular-nums">
          {m.touched_reservation_times({ start: formatTime(startsAt), end: formatEnd(reservation) })}
        </p>
        {phase === 'under_way' ? <p className="text-danger mt-1 text-sm">{m.touched_reservation_parked()}</p> : null}
      </div>
      <SelectField
        label={m.touched_reservation_choice()}
        aria-describedby={titleId}
        value={choice}
        options={listOptions(reservation)}
        error={isClashing ? m.touched_reservation_clash() : undefined}
        onChange={({ target }) => onChoose(target.value)}
      />
    </li>
  );
}
