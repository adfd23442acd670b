import { m } from '#messages';
import { formatNumber, formatRating } from '../../../../domain/language/format.ts';
import type { Zone } from '../../../../domain/zones/zone.ts';
import { Stars } from '../../../ui/stars.tsx';

type RatedZone = Pick<Zone, 'rating' | 'numberOfRatings'>;

/** The average of a zone and the number of its ratings. */
export function RatingAverage({ zone: { rating, numberOfRatings: count } }: { zone: RatedZone }) {
  if (count === 0) return <span className="text-sm text-muted">{m.zone_ratings_none()}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <Stars value={rating} />
      <span className="font-semibold">{formatRating(rating)}</span>
      <span className="text-muted">{m.zone_ratings_count({ count, number: formatNumber(count) })}</span>
    </span>
  );
}
