import { useState } from 'react';
import { findReservationPosition, type Reservation } from '../../../domain/reservations/reservation.ts';
import { calculateDistanceKm, type Position } from '../../../domain/zones/distance.ts';
import { useFollowedPosition, useMayLocate } from '../../ui/platform/geolocation.ts';

const ARRIVAL_KM = 0.08;

export const isAtSpace = (position: Position, space: Position): boolean =>
  calculateDistanceKm(position, space) <= ARRIVAL_KM;

/** Whether the driver is at the space: by the barrier, the ticket, or the position of a device that may be located. */
export function useHasArrived(reservation: Reservation): boolean {
  const [wasNear, setWasNear] = useState(false);
  const hasArrived = reservation.arrivedAt !== undefined || wasNear;
  const space = findReservationPosition(reservation);
  const mayLocate = useMayLocate();
  const followed = useFollowedPosition(mayLocate && !hasArrived && space !== null);
  if (!wasNear && space !== null && followed.status === 'known' && isAtSpace(followed.position, space)) {
    setWasNear(true);
  }
  return hasArrived;
}
