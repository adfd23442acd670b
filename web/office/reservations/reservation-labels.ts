import { m } from '#messages';
import type { ReservationStatus } from '../../../domain/reservations/reservation.ts';
import type { TimeState } from '../../../domain/reservations/time-state.ts';

export const STATUS_LABELS: Record<ReservationStatus, string> = {
  active: m.reservation_status_active(),
  completed: m.reservation_status_completed(),
  cancelled: m.reservation_status_cancelled(),
  expired: m.reservation_status_expired(),
  held: m.reservation_status_held(),
  lapsed: m.reservation_status_lapsed(),
};

export const TIME_LABELS: Record<TimeState, string> = {
  current: m.reservation_time_current(),
  future: m.reservation_time_future(),
  past: m.reservation_time_past(),
};
