import type { ReservationStatus } from '../../domain/reservations/reservation.ts';
import { Badge } from '../ui/badge.tsx';

const WORDS = {
  // In a list of what is over.
  active: 'Ended',
  completed: 'Completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
} as const satisfies Record<ReservationStatus, string>;

/** How a past reservation came to its end. */
export function StatusBadge({ status }: { status: ReservationStatus }) {
  return <Badge tone={status === 'completed' ? 'positive' : 'neutral'}>{WORDS[status]}</Badge>;
}
