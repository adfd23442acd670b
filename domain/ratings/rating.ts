import { addDays } from 'date-fns/addDays';
import { addHours } from 'date-fns/addHours';
import { m } from '#messages';
import type { Period } from '../days/period.ts';

export const RATING_CRITERIA = ['overall', 'cleanness', 'communication', 'accessibility'] as const;

/** The criteria of an installation. It leaves out communication, as drivers there meet nobody. */
export const LIVE_RATING_CRITERIA = ['overall', 'cleanness', 'accessibility'] as const;

type Criterion = (typeof RATING_CRITERIA)[number];

export const CRITERION_LABELS: Record<Criterion, string> = {
  overall: m.rating_overall(),
  cleanness: m.rating_cleanness(),
  communication: m.rating_communication(),
  accessibility: m.rating_accessibility(),
};

/** From 1 to 5 for each criterion. */
export type Rating = Record<Criterion, number>;

/** How long after the end of a reservation the database takes a rating, and how long after it was sent it takes a change. */
const RATABLE_DAYS = 14;
const CHANGEABLE_HOURS = 24;

export function isRatable({ endsAt }: Period, now: Date): boolean {
  return now < addDays(endsAt, RATABLE_DAYS);
}

export function isRatingChangeable({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now < addHours(createdAt, CHANGEABLE_HOURS);
}
