import { use } from 'react';
import { formatRateRange } from '../../../domain/reservations/money.ts';
import { calculateDistanceKm, formatKm, type Position } from '../../../domain/zones/distance.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import { FreeBadge } from './free-badge.tsx';
import { ZoneRatingContext } from './zone-rating.tsx';

type ZoneFactsProps = {
  zone: Zone;
  /** Where distances are measured from. */
  near?: Position | null;
};

/** The price, the free spaces, the distance and the rating of a zone, for one line of a list. */
export function ZoneFacts({ zone, near = null }: ZoneFactsProps) {
  const Rating = use(ZoneRatingContext);
  return (
    <>
      <span className="font-bold">{formatRateRange(zone)}</span>
      <FreeBadge count={zone.availableSpaces} />
      {near === null || zone.position === null ? null : (
        <span className="tabular-nums">{formatKm(calculateDistanceKm(near, zone.position))}</span>
      )}
      <Rating zone={zone} />
    </>
  );
}
