import type { ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { getTimeState } from '../../../domain/reservations/time-state.ts';
import { useNow } from '../../platform/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import type { AdminReservation } from './admin-reservation.ts';

const STATUS = {
  active: { label: 'Active', tone: 'positive' },
  completed: { label: 'Completed', tone: 'brand' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
} as const;

const TIME = {
  past: { label: 'Past', tone: 'neutral' },
  future: { label: 'Future', tone: 'brand' },
  current: { label: 'Current', tone: 'positive' },
} as const;

export function StatusBadge({ status }: { status: ReservationStatus }) {
  const { label, tone } = STATUS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

export function TimeBadge({ reservation }: { reservation: AdminReservation }) {
  const { label, tone } = TIME[getTimeState(reservation, useNow())];
  return <Badge tone={tone}>{label}</Badge>;
}
