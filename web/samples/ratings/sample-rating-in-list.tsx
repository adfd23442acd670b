import { Star } from 'lucide-react';
import { m } from '#messages';
import { formatRating } from '../../../domain/language/format.ts';
import type { Zone } from '../../../domain/zones/zone.ts';

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
