import { Star } from 'lucide-react';
import { m } from '#messages';
import { formatRating } from '../../../domain/language/format.ts';

const STAR_INDEXES = [0, 1, 2, 3, 4];

/** A rating from 0 to 5 as five stars, with partly filled ones. */
export function Stars({ value }: { value: number }) {
  return (
    <span role="img" aria-label={m.stars_rating({ rating: formatRating(value) })} className="inline-flex gap-0.5">
      {STAR_INDEXES.map((index) => {
        const filledPercent = Math.min(1, Math.max(0, value - index)) * 100;
        return (
          <span key={index} className="relative size-4">
            <Star aria-hidden="true" className="text-line absolute inset-0 size-4 fill-current" />
            <span className="absolute inset-0 overflow-hidden" style={{ width: `${filledPercent}%` }}>
              <Star aria-hidden="true" className="text-brand size-4 max-w-none fill-current" />
            </span>
          </span>
        );
      })}
    </span>
  );
}
