import type { ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd, type Stay } from '../../../domain/reservations/stay.ts';
import { useNow } from '../../platform/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatEndedAgo } from '../parking-time.ts';

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

/** How long ago a stay was over that is still to be ended. */
export function OverdueBadge({ stay }: { stay: Stay }) {
  return <Badge tone="danger">{formatEndedAgo(getMsSinceEnd(stay, useNow()))}</Badge>;
}
