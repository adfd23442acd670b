import type { ReactNode } from 'react';
import { findReservationPosition, formatPlace, type Reservation } from '../../domain/reservations/reservation.ts';
import { PlacePicture } from '../map/place/place-picture.tsx';
import { paths } from '../paths.ts';

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
