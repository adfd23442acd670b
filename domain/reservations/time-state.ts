export const RESERVATION_STATUSES = ['active', 'completed', 'cancelled', 'expired'] as const;

export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

export const TIME_STATES = ['current', 'future', 'past'] as const;

/** Where a reservation stands in time: before, during or after the stay. */
export type TimeState = (typeof TIME_STATES)[number];

/** What decides the time state of a reservation; times as ISO 8601. */
export type Dated = { status: ReservationStatus; startTime: string; endTime: string };

/** Whether a reservation is over, to come or under way: completed and cancelled ones are over whatever the clock says. */
export function timeStateOf({ status, startTime, endTime }: Dated, now: Date): TimeState {
  if (status === 'completed' || status === 'cancelled') return 'past';
  if (Date.parse(endTime) < now.getTime()) return 'past';
  return Date.parse(startTime) > now.getTime() ? 'future' : 'current';
}
