import type { ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { getTimeState } from '../../../domain/reservations/time-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import type { AdminReservation } from './admin-reservation.ts';
import { STATUS_LABELS, TIME_LABELS } from './reservation-labels.ts';

const STATUS_TONES = {
  active: 'positive',
  completed: 'brand',
  cancelled: 'danger',
  expired: 'neutral',
  held: 'neutral',
  lapsed: 'neutral',
} as const;
const TIME_TONES = { past: 'neutral', future: 'brand', current: 'positive' } as const;

export function StatusBadge({ status }: { status: ReservationStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>;
}

export function TimeBadge({ reservation }: { reservation: AdminReservation }) {
  const state = getTimeState(reservation, useNow());
  return <Badge tone={TIME_TONES[state]}>{TIME_LABELS[state]}</Badge>;
}
