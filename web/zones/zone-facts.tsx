import { Star } from 'lucide-react';
import { formatRateRange } from '../../domain/reservations/money.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import { FreeBadge } from './free-badge.tsx';

/** The price, the free spaces and the rating of a zone, for one line of a list. */
export function ZoneFacts({ zone }: { zone: Zone }) {
  return (
    <>
      <span className="font-bold">{formatRateRange(zone)}</span>
      <FreeBadge count={zone.availableSpaces} />
      <span className="text-muted inline-flex items-center gap-1">
        <Star aria-hidden="true" className="text-brand size-3.5 fill-current" />
        <span className="sr-only">Rated</span>
        {zone.rating.toFixed(1)}
      </span>
    </>
  );
}
