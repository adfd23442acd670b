import { Star } from 'lucide-react';
import { type ComponentType, createContext } from 'react';
import { m } from '#messages';
import { formatNumber, formatRating } from '../../../domain/language/format.ts';
import type { Zone } from '../../../domain/zones/zone.ts';

/** The average of a zone and the number of its ratings, for one line of a list. */
export function RatingInList({ zone: { rating, numberOfRatings: count } }: { zone: Zone }) {
  if (count === 0) return <span className="text-muted">{m.zone_ratings_none()}</span>;
  return (
    <span className="text-muted inline-flex items-center gap-1 tabular-nums">
      <Star aria-hidden="true" className="text-brand size-3.5 fill-current" />
      <span className="sr-only">{m.zone_rating()}</span>
      {formatRating(rating)}
      <span>{m.zone_ratings_count_short({ number: formatNumber(count) })}</span>
    </span>
  );
}

/** What lists show of a zone's rating. */
export const ZoneRatingContext = createContext<ComponentType<{ zone: Zone }>>(RatingInList);
