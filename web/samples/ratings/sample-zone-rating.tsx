import { m } from '#messages';
import { formatRating } from '../../../domain/language/format.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import { Stars } from '../../ui/stars.tsx';
import { deriveRatingCount } from './sample-rating-count.ts';

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
