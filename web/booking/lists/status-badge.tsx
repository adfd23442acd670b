import { m } from '#messages';
import type { ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd, type Stay } from '../../../domain/reservations/stay.ts';
import { Badge } from '../../ui/badge.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatEndedAgo } from '../parking-time.ts';

const WORDS: Record<ReservationStatus, string> = {
  // In the list of past reservations.
  active: m.reservation_status_ended(),
  completed: m.reservation_status_completed(),
  cancelled: m.reservation_status_cancelled(),
  expired: m.reservation_status_expired(),
  held: m.reservation_status_held(),
  lapsed: m.reservation_status_lapsed(),
};

/** How a past reservation came to its end. */
export function StatusBadge({ status }: { status: ReservationStatus }) {
  return <Badge tone={status === 'completed' ? 'positive' : 'neutral'}>{WORDS[status]}</Badge>;
}

/** How long ago a stay was over that is still to be ended. */
export function OverdueBadge({ stay }: { stay: Stay }) {
  return <Badge tone="danger">{formatEndedAgo(getMsSinceEnd(stay, useNow()))}</Badge>;
}
