import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { formatTableClock } from '../../../../domain/language/format.ts';
import { Problem } from '../../../../domain/problems.ts';
import { paths } from '../../../paths.ts';
import { type ParsedRows, parseRow } from '../../../ui/data-table/parse-rows.ts';
import { formatKey, formatTime } from '../../../ui/format-time.ts';
import { InvalidRowItems } from '../../../ui/invalid-rows.tsx';
import {
  type AdminReservation,
  adminReservationSchema,
  nameReservation,
} from '../../reservations/admin-reservation.ts';
import { selectReservations } from '../../reservations/data.ts';
import type { UserActivity } from './user-details.ts';

const TYPES = new Map<string, string>([
  ['signed_in', m.user_activity_signed_in()],
  ['reservation_created', m.user_activity_reservation_created()],
  ['reservation_extended', m.user_activity_reservation_extended()],
  ['reservation_changed', m.user_activity_reservation_changed()],
  ['space_swapped', m.user_activity_space_swapped()],
  ['space_reported', m.user_activity_space_reported()],
  ['reservation_completed', m.user_activity_reservation_completed()],
  ['reservation_cancelled', m.user_activity_reservation_cancelled()],
  ['barrier_opened', m.user_activity_barrier_opened()],
  ['barrier_closed', m.user_activity_barrier_closed()],
  ['reservation_expired', m.user_activity_reservation_expired()],
]);

const RESERVATION_ID = 'reservation_id';
/** Shown as the name of the space. */
const BY_OPERATOR = 'by_operator';
const SPACE_ID = 'parking_space_id';

const findReservationId = ({ activityData }: UserActivity) =>
  z.guid().safeParse(activityData[RESERVATION_ID]).data ?? null;

type UserActivityPanelProps = { activities: ParsedRows<UserActivity>; isEditing: boolean };

export function UserActivityPanel({ activities, isEditing }: UserActivityPanelProps) {
  if (activities.count === 0) return <p className="text-muted py-6 text-center">{m.user_activity_none()}</p>;
  const ids = activities.rows.map(findReservationId).filter((id) => id !== null);
  return (
    <ul aria-label={m.user_activity_recent()} className="divide-line divide-y">
      {activities.rows.map((activity) => (
        <ActivityItem key={activity.id} activity={activity} reservationIds={ids} isEditing={isEditing} />
      ))}
      <InvalidRowItems rows={activities.invalid} />
    </ul>
  );
}

type ActivityItemProps = {
  activity: UserActivity;
  /** Of the whole list, which is one request. */
  reservationIds: readonly string[];
  isEditing: boolean;
};

function ActivityItem({ activity, reservationIds, isEditing }: ActivityItemProps) {
  const { activityType: type, activityData: data, createdAt } = activity;
  const reservationId = findReservationId(activity);
  const facts = Object.entries(data).filter(
    ([key]) => key !== BY_OPERATOR && (reservationId === null || (key !== RESERVATION_ID && key !== SPACE_ID)),
  );
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{TYPES.get(type) ?? formatKey(type)}</span>
        <span className="text-muted text-sm tabular-nums">{formatTime(createdAt)}</span>
      </div>
      {data[BY_OPERATOR] === true ? <p className="text-muted text-sm">{m.user_activity_by_operator()}</p> : null}
      {reservationId === null ? null : (
        <ReservationLink id={reservationId} ids={reservationIds} isEditing={isEditing} />
      )}
      {facts.map(([key, value]) => (
        <p key={key} className="text-muted text-sm wrap-anywhere">
          {m.user_activity_fact({
            name: formatKey(key),
            value: typeof value === 'string' ? value : JSON.stringify(value),
          })}
        </p>
      ))}
    </li>
  );
}

type ReservationLinkProps = {
  id: string;
  /** The ids of all links of the list, which load together. */
  ids: readonly string[];
  /** While the person is edited, what was typed must not be left. */
  isEditing: boolean;
};

/** What was reserved, with a link to it in the Reservations tab. */
function ReservationLink({ id, ids, isEditing }: ReservationLinkProps) {
  const reservations = useQuery({
    queryKey: ['admin-user-reservations', ids],
    queryFn: ({ signal }) => listReservations(ids, signal),
  });
  const reservation = reservations.data?.find((candidate) => candidate.id === id);
  if (reservations.isPending) return <p className="text-muted text-sm">{m.user_reservation_loading()}</p>;
  if (reservations.data && reservation === undefined)
    return <p className="text-muted text-sm">{m.user_reservation_gone()}</p>;
  const text = reservation === undefined ? m.user_reservation_show() : formatReservation(reservation);
  if (isEditing) return <p className="text-sm wrap-anywhere tabular-nums">{text}</p>;
  return (
    <Link
      to={paths.adminTab('reservations', { q: id })}
      className="text-brand-ink -my-2 inline-flex min-h-11 items-center self-start text-sm wrap-anywhere tabular-nums underline"
    >
      {text}
    </Link>
  );
}

/** The reservations with these ids. @throws Problem `all-reservations-not-loaded` */
async function listReservations(ids: readonly string[], signal: AbortSignal): Promise<AdminReservation[]> {
  const { data, error } = await selectReservations().in('id', ids).abortSignal(signal);
  if (error) throw new Problem('all-reservations-not-loaded', { cause: error });
  return parseRow(z.array(adminReservationSchema), data, 'all-reservations-not-loaded');
}

/** Such as 'A-01, Naco on Mar 01, 2026, 10:00 - 13:00'. */
const formatReservation = (reservation: AdminReservation): string =>
  m.user_reservation({
    ...nameReservation(reservation),
    start: formatTableClock(reservation.startTime),
    end: formatTableClock(reservation.endTime),
  });
