import type { ComponentType } from 'react';
import type { ListedReservation } from './listed-reservation.ts';

export type ListCardProps = {
  reservation: ListedReservation;
  onDirections: () => void;
  /** Only for upcoming reservations; past ones cannot be cancelled. */
  onCancel?: () => void;
};

/** What a screen shows of each reservation in its lists. */
export type ListCard = ComponentType<ListCardProps>;

export type ReservationListProps = {
  userId: string | null;
  card: ListCard;
  onDirections: (reservation: ListedReservation) => void;
};
