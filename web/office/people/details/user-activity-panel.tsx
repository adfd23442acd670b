import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { formatTableClock } from '../../../../domain/language/format.ts';
import { type AdminReservation, nameReservation } from '../../../booking/desk/admin-reservation.ts';
import { paths } from '../../../paths.ts';
import { InvalidRowItems } from '../../../ui/feedback/invalid-rows.tsx';
import { formatKey, formatTime } from '../../../ui/platform/format-time.ts';
import { officeKeys } from '../../keys.ts';
import { findReservations } from '../../reservations/reservations.ts';
import type { UserActivity, UserPanelProps } from './user-details.ts';

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
  ['plate_asked', m.user_activity_plate_asked()],
  ['deletion_previewed', m.user_activity_deletion_previewed()],
]);

const RESERVATION_ID = 'reservation_id';
/** Shown as the name of the space. */
const BY_OPERATOR = 'by_operator';
const SPACE_ID = 'parking_space_id';

const findReservationId = ({ activityData }: UserActivity) =>
  z.guid().safeParse(activityData[RESERVATION_ID]).data ?? null;

export function UserActivityPanel({ details: { activities }, isEditing }: UserPanelProps) {
  const ids = activities.rows.map(findReservationId).filter((id) => id !== null);
  const reservations = useQuery({
    queryKey: officeKeys.reservationsOfPerson(ids),
    queryFn: ({ signal }) => findReservations(ids, signal),
    enabled: ids.length > 0,
  });
  if (activities.count === 0) return <p className="text-muted py-6 text-center">{m.user_activity_none()}</p>;
  return (
    <ul aria-label={m.user_activity_recent()} className="divide-line divide-y">
      {activities.rows.map((activity) => (
        <ActivityItem key={activity.id} activity={activity}>
          <ReservationLink id={findReservationId(activity)} reservations={reservations} isEditing={isEditing} />
        </ActivityItem>
      ))}
      <InvalidRowItems rows={activities.invalid} />
    </ul>
  );
}

function ActivityItem({ activity, children }: { activity: UserActivity; children: ReactNode }) {
  const { activityType: type, activityData: data, createdAt } = activity;
  const hasReservation = findReservationId(activity) !== null;
  const facts = Object.entries(data).filter(
    ([key]) => key !== BY_OPERATOR && !(hasReservation && (key === RESERVATION_ID || key === SPACE_ID)),
  );
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{TYPES.get(type) ?? formatKey(type)}</span>
        <span className="text-muted text-sm tabular-nums">{formatTime(createdAt)}</span>
      </div>
      {data[BY_OPERATOR] === true ? <p className="text-muted text-sm">{m.user_activity_by_operator()}</p> : null}
      {children}
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
  id: string | null;
  reservations: Pick<UseQueryResult<AdminReservation[]>, 'data' | 'isPending'>;
  /** While the person is edited, what was typed must not be left. */
  isEditing: boolean;
};

/** What was reserved, with a link to it in the Reservations tab. */
function ReservationLink({ id, reservations, isEditing }: ReservationLinkProps) {
  if (id === null) return null;
  if (reservations.isPending) return <p className="text-muted text-sm">{m.user_reservation_loading()}</p>;
  const reservation = reservations.data?.find((candidate) => candidate.id === id);
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

/** Such as 'A-01, Naco on Mar 01, 2026, 10:00 - 13:00'. */
const formatReservation = (reservation: AdminReservation): string =>
  m.user_reservation({
    ...nameReservation(reservation),
    start: formatTableClock(reservation.startsAt),
    end: formatTableClock(reservation.endsAt),
  });
