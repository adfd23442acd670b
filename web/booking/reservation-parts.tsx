import { CalendarCheck, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { formatMoney } from '../../domain/money/money.ts';
import {
  findReservationPosition,
  formatPlace,
  formatSpaceName,
  isClosed,
  isLocalReservation,
  type Reservation,
  type ReservationStatus,
} from '../../domain/reservations/reservation.ts';
import { useIsGuest } from '../account/session/session-provider.tsx';
import { PlacePicture } from '../map/place-picture.tsx';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/form/button.tsx';
import { Badge } from '../ui/layout/badge.tsx';
import { Card } from '../ui/layout/card.tsx';
import { formatStartAndEnd, noteOfCountryTime } from './parking-time.ts';

type ReservationPictureProps = {
  reservation: Reservation;
  isThumbnail?: boolean;
  className?: string;
  fallback?: ReactNode;
};

/** Where a reservation is, on a small map that leads to its directions. */
export function ReservationPicture({ reservation, ...props }: ReservationPictureProps) {
  return (
    <PlacePicture
      position={findReservationPosition(reservation)}
      name={reservation.zoneName ?? formatPlace(reservation)}
      link={{ to: paths.directions, state: { reservation } }}
      {...props}
    />
  );
}

/** How a past reservation came to its end: an active one is over and was not ended. */
export function StatusBadge({ status }: { status: ReservationStatus }) {
  const text = m[`reservation_status_${status === 'active' ? 'ended' : status}` as const]();
  return <Badge tone={status === 'completed' ? 'positive' : 'neutral'}>{text}</Badge>;
}

/** Opens the chat with the operator, where the next message is about this reservation. */
export function MessageLink({ reservation }: { reservation: Reservation }) {
  const isGuest = useIsGuest();
  if (isGuest || !getInstallation().keepsMessages) return null;
  const { id, spaceName, startsAt } = reservation;
  return (
    <Link
      to={paths.operatorConversation}
      state={isLocalReservation(reservation) ? null : { about: { id, spaceName, startsAt } }}
      className={buttonClass('quiet', '-mx-2 -mt-1 -mb-2 self-start px-2!', 'small')}
    >
      <MessageCircle aria-hidden="true" className="size-4.5" />
      {m.message_link_reservation()}
    </Link>
  );
}

/** What was booked: the space and its zone, when, what it costs, and how it came to its end. */
export function BookedReservation({ reservation }: { reservation: Reservation }) {
  const { zoneName, price, status } = reservation;
  const inCountry = noteOfCountryTime();
  return (
    <Card role="region" aria-label={m.booked_reservation_title()} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-lg font-bold wrap-anywhere">
          {formatSpaceName(reservation)}
          {zoneName ? <span className="text-base text-muted">{zoneName}</span> : null}
        </h2>
        <p className="flex items-baseline gap-2">
          <span className="text-muted">{m.reservation_total()}</span>
          <span className="text-lg font-extrabold tabular-nums">{formatMoney(price)}</span>
        </p>
      </div>
      <p className="flex gap-2">
        <CalendarCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <span className="min-w-0 text-balance tabular-nums">
          <span className="font-medium">{formatStartAndEnd(reservation)}</span>
          {inCountry ? <span className="block text-sm text-muted">{inCountry}</span> : null}
        </span>
      </p>
      {status && isClosed(reservation) ? (
        <p>
          <StatusBadge status={status} />
        </p>
      ) : null}
    </Card>
  );
}
