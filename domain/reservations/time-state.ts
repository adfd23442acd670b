import type { ReservationStatus } from './reservation.ts';

export const TIME_STATES = ['current', 'future', 'past'] as const;

export type TimeState = (typeof TIME_STATES)[number];

/** Times as ISO 8601. */
export type ReservationPeriod = { status: ReservationStatus; startTime: string; endTime: string };

/** Whether a reservation is under way, in the future or over. Completed, cancelled and lapsed ones are over whatever the clock says. */
export function getTimeState({ status, startTime, endTime }: ReservationPeriod, now: Date): TimeState {
  if (status === 'completed' || status === 'cancelled' || status === 'lapsed') return 'past';
  if (Date.parse(endTime) < now.getTime()) return 'past';
  return Date.parse(startTime) > now.getTime() ? 'future' : 'current';
}
