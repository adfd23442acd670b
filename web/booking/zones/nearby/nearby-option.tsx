import { useId } from 'react';
import { formatHourlyRate } from '../../../../domain/reservations/money.ts';
import { formatKm } from '../../../../domain/zones/distance.ts';
import type { Nearby } from '../../../../domain/zones/nearest.ts';
import { FreeBadge } from '../free-badge.tsx';
import { ZoneRadio } from '../zone-radio.tsx';

export function NearbyOption({ zone, distanceKm }: Nearby) {
  const id = useId();
  return (
    <label
      htmlFor={`${id}-radio`}
      className="border-line bg-surface has-checked:border-brand has-checked:bg-brand-wash flex cursor-pointer items-center gap-3 rounded-card border p-4 transition-colors"
    >
      <ZoneRadio zoneId={zone.id} id={id} />
      <span className="min-w-0 flex-1">
        <span id={`${id}-name`} className="block font-semibold">
          {zone.name}
        </span>
        <span id={`${id}-facts`} className="block">
          <span className="text-muted block text-sm">{zone.address}</span>
          <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="font-bold tabular-nums">{formatKm(distanceKm)}</span>
            <span className="tabular-nums">{formatHourlyRate(zone.pricePerHour)}</span>
            <FreeBadge count={zone.availableSpaces} />
          </span>
        </span>
      </span>
    </label>
  );
}
