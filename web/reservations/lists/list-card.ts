import type { ComponentType } from 'react';
import type { ListedReservation } from './listed-reservation.ts';

export type ListCardProps = {
  reservation: ListedReservation;
  onDirections: () => void;
  /** Only for reservations that can be cancelled; the others are past. */
  onCancel?: () => void;
};

/** What a screen shows of each reservation in its lists. */
export type ListCard = ComponentType<ListCardProps>;
