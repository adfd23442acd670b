import type { ComponentType, ReactNode } from 'react';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import type { ListedReservation } from './listed-reservation.ts';

export type ListCardProps = {
  reservation: ListedReservation;
  onDirections: () => void;
  /** Only for upcoming reservations; past ones cannot be cancelled. */
  onCancel?: () => void;
  /** Only for upcoming reservations that the server knows. */
  onChange?: () => void;
  /** Only for one that is over and still to be ended; called once it is. */
  onEnded?: () => void;
  /** Only for past ones, where ratings are kept. */
  onRate?: () => void;
};

/** What a screen shows of each reservation in its lists. */
export type ListCard = ComponentType<ListCardProps>;

export type ReservationListProps = {
  userId: string | null;
  card: ListCard;
  onDirections: (reservation: ListedReservation) => void;
  onEnded: (reservation: Reservation) => void;
  /** Absent where reservations are not changed. */
  onChange?: (reservation: ListedReservation) => void;
  /** What stands above the upcoming ones. */
  top?: ReactNode;
  /** Absent where ratings are not kept. */
  onRate?: (reservation: ListedReservation) => void;
};
