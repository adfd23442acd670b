import { clsx } from 'clsx';
import { CircleParking } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { m } from '#messages';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd } from '../../../domain/reservations/times.ts';
import { hasStillPictures } from '../../map/map-service.ts';
import type { RatedReservation } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatEndedAgo } from '../parking-time.ts';
import { StatusBadge } from '../reservation-parts.tsx';

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

/** The thumbnails of a list are too small for the map's attribution. */
export function PicturesAttribution() {
  if (!hasStillPictures()) return null;
  return <p className="text-center text-xs text-muted">{m.map_attribution_openstreetmap()}, GeoNames</p>;
}

type EndBadgeProps = { reservation: Reservation; isToBeEnded: boolean };

/** The status of a past reservation, or how long ago it was over where nobody has ended it yet. */
export function EndBadge({ reservation, isToBeEnded }: EndBadgeProps) {
  const now = useNow();
  if (!isToBeEnded) return <StatusBadge status={reservation.status} />;
  return <Badge tone="danger">{formatEndedAgo(getMsSinceEnd(reservation, now))}</Badge>;
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
