import { addDays } from 'date-fns/addDays';
import { addHours } from 'date-fns/addHours';
import { m } from '#messages';
import { getReservationEnd, type ReservationTimes } from '../reservations/times.ts';

export const RATING_CRITERIA = ['overall', 'cleanness', 'communication', 'accessibility'] as const;

/** What drivers rate without sample data: nobody talks to anybody. */
export const LIVE_RATING_CRITERIA = ['overall', 'cleanness', 'accessibility'] as const;

export type Criterion = (typeof RATING_CRITERIA)[number];

export const CRITERION_LABELS: Record<Criterion, string> = {
  overall: m.rating_overall(),
  cleanness: m.rating_cleanness(),
  communication: m.rating_communication(),
  accessibility: m.rating_accessibility(),
};

/** From 1 to 5 for each criterion. */
export type Stars = Record<Criterion, number>;

/** The database takes a rating for this time after the end of the reservation, and changes for this time after it was sent. */
const RATABLE_DAYS = 14;
const CHANGEABLE_HOURS = 24;

export function isRatable(reservation: ReservationTimes, now: Date): boolean {
  return now < addDays(getReservationEnd(reservation), RATABLE_DAYS);
}

/** @param createdAt as ISO 8601 */
export function isRatingChangeable({ createdAt }: { createdAt: string }, now: Date): boolean {
  return now < addHours(createdAt, CHANGEABLE_HOURS);
}
