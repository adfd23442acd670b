import { Star } from 'lucide-react';
import { m } from '#messages';
import { formatRating } from '../../domain/language/format.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import { Stars } from '../ui/stars.tsx';

const FEWEST_RATINGS = 50;

const RATINGS_SPREAD = 100;

/** The rating that the operator set, with a number of ratings that nobody sent. */
export function SampleRatingAverage({ zone }: { zone: Zone }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <Stars value={zone.rating} />
      <span className="font-semibold">{formatRating(zone.rating)}</span>
      <span className="text-muted">{m.zone_details_ratings({ count: deriveRatingCount(zone.id) })}</span>
    </span>
  );
}

/** A number from 50 to 149, which is the same each time. */
export function deriveRatingCount(zoneId: string): number {
  const sum = Array.from(zoneId).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return FEWEST_RATINGS + (sum % RATINGS_SPREAD);
}

/** The rating that the operator set. */
export function SampleRatingInList({ zone }: { zone: Zone }) {
  return (
    <span className="text-muted inline-flex items-center gap-1">
      <Star aria-hidden="true" className="text-brand size-3.5 fill-current" />
      <span className="sr-only">{m.zone_rating()}</span>
      {formatRating(zone.rating)}
    </span>
  );
}

/** The same for every driver of a demo. */
const RATING = 4.93;
const TRIPS = 127;

export function SampleRating() {
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      <Star aria-hidden="true" className="size-5 fill-current text-brand" />
      <span className="sr-only">{m.field_rating()}</span>
      <span className="font-semibold tabular-nums">{RATING}</span>
      <span className="text-muted">{m.account_trips({ count: TRIPS })}</span>
    </p>
  );
}
