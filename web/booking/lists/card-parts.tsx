import { clsx } from 'clsx';
import { CalendarCheck, CircleParking, MessageCircle } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import {
  findReservationPosition,
  formatPlace,
  formatSpaceName,
  isClosed,
  isLocalReservation,
  type Reservation,
  type ReservationStatus,
} from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd } from '../../../domain/reservations/times.ts';
import { hasStillPictures } from '../../map/map-service.ts';
import { PlacePicture } from '../../map/place-picture.tsx';
import type { RatedReservation } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatEndedAgo, formatStartAndEnd, noteOfCountryTime } from '../parking-time.ts';

export type ReservationCardProps = {
  reservation: Reservation;
  /** Only for upcoming reservations; past ones cannot be cancelled. */
  onCancel?: () => void;
  /** Only for one that is over and still to be ended; called once it is. */
  onEnded?: () => void;
};

export type ReservationListProps = {
  userId: string | null;
  Card: ComponentType<ReservationCardProps>;
  onEnded: (reservation: Reservation) => void;
};

export function useReservationWays() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return {
    toDirections: (reservation: Reservation) => {
      const { address } = reservation;
      const search = address === '' ? '' : `?${new URLSearchParams({ to: address })}`;
      void navigate({ pathname: paths.directions, search }, { state: { reservation } });
    },
    toChange: (reservation: Reservation) =>
      void navigate(paths.changeReservation, { state: { reservation, returnTo: pathname } }),
    toRating: (reservation: Reservation) => {
      const state: RatedReservation = {
        place: formatPlace(reservation),
        reservationId: reservation.id,
        isRated: Boolean(reservation.rating),
        returnTo: `${pathname}?${TAB_PARAMETER}=past`,
      };
      void navigate(paths.parkingRating, { state });
    },
  };
}

export const TAB_PARAMETER = 'tab';

export function ReservationListPlaceholder() {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        {m.reservations_loading()}
      </p>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  );
}

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

/** The thumbnails of a list are too small for the map's attribution. */
export function PicturesAttribution() {
  if (!hasStillPictures()) return null;
  return <p className="text-center text-xs text-muted">{m.map_attribution_openstreetmap()}, GeoNames</p>;
}

/** How a past reservation came to its end: an active one is over and was not ended. */
function StatusBadge({ status }: { status: ReservationStatus }) {
  const text = m[`reservation_status_${status === 'active' ? 'ended' : status}` as const]();
  return <Badge tone={status === 'completed' ? 'positive' : 'neutral'}>{text}</Badge>;
}

type EndBadgeProps = { reservation: Reservation; isToBeEnded: boolean };

/** The status of a past reservation, or how long ago it was over where nobody has ended it yet. */
export function EndBadge({ reservation, isToBeEnded }: EndBadgeProps) {
  const now = useNow();
  if (!isToBeEnded) return <StatusBadge status={reservation.status} />;
  return <Badge tone="danger">{formatEndedAgo(getMsSinceEnd(reservation, now))}</Badge>;
}

/** Opens the chat with the operator, where the next message is about this reservation. */
export function MessageLink({ reservation }: { reservation: Reservation }) {
  if (!getInstallation().keepsMessages) return null;
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

/** An icon replaces a picture that is missing or fails to load. */
export function ReservationImage({ src, className }: { src: string | undefined; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === undefined || src === failed) {
    return (
      <span
        role="img"
        aria-label={m.reservation_no_picture()}
        className={clsx('flex items-center justify-center rounded-control bg-brand-wash text-brand-ink', className)}
      >
        <CircleParking aria-hidden="true" className="size-8" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      onError={() => setFailed(src)}
      className={clsx('rounded-control bg-canvas object-cover', className)}
    />
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
