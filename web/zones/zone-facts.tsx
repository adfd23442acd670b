import { Star } from 'lucide-react';
import { m } from '#messages';
import { formatRateRange } from '../../domain/reservations/money.ts';
import { calculateDistanceKm, formatKm, type Position } from '../../domain/zones/distance.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import { FreeBadge } from './free-badge.tsx';

type ZoneFactsProps = {
  zone: Zone;
  /** Where distances are measured from. */
  near?: Position | null;
};

/** The price, the free spaces, the distance and the rating of a zone, for one line of a list. */
export function ZoneFacts({ zone, near = null }: ZoneFactsProps) {
  return (
    <>
      <span className="font-bold">{formatRateRange(zone)}</span>
      <FreeBadge count={zone.availableSpaces} />
      {near === null || zone.position === null ? null : (
        <span className="tabular-nums">{formatKm(calculateDistanceKm(near, zone.position))}</span>
      )}
      <span className="text-muted inline-flex items-center gap-1">
        <Star aria-hidden="true" className="text-brand size-3.5 fill-current" />
        <span className="sr-only">{m.zone_rating()}</span>
        {zone.rating.toFixed(1)}
      </span>
    </>
  );
}
