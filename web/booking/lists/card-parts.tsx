import type { ReactNode } from 'react';
import { m } from '#messages';
import { findReservationPosition, formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { PlacePicture } from '../../map/place/place-picture.tsx';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ListedReservation } from './listed-reservation.ts';

export type ReservationListProps = {
  userId: string | null;
  onDirections: (reservation: ListedReservation) => void;
  onEnded: (reservation: Reservation) => void;
  /** Absent where reservations are not changed. */
  onChange?: (reservation: ListedReservation) => void;
  /** What stands above the upcoming ones. */
  top?: ReactNode;
  /** Absent where ratings are not kept. */
  onRate?: (reservation: ListedReservation) => void;
};

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
