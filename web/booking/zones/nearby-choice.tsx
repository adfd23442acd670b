import { CircleParkingOff } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { formatHourlyRate } from '../../../domain/reservations/money.ts';
import { formatKm } from '../../../domain/zones/distance.ts';
import type { Nearby } from '../../../domain/zones/nearest.ts';
import { StatePanel } from '../../ui/state-panel.tsx';
import { FreeBadge } from './zone-facts.tsx';
import { ZoneRadio, ZoneRadioGroup } from './zone-radio.tsx';

type NearbyChoiceProps = {
  /** The nearest first. */
  nearby: readonly Nearby[];
  chosenId: string | null;
  onChoose: (zoneId: string) => void;
};

export function NearbyChoice({ nearby, chosenId, onChoose }: NearbyChoiceProps) {
  if (nearby.length === 0) {
    return <StatePanel icon={CircleParkingOff} title={m.nearby_none()} />;
  }
  return (
    <ZoneRadioGroup label={m.nearby_zones()} className="flex flex-col gap-3" chosenId={chosenId} onChoose={onChoose}>
      {nearby.map(({ zone, distanceKm }) => (
        <NearbyOption key={zone.id} zone={zone} distanceKm={distanceKm} />
      ))}
    </ZoneRadioGroup>
  );
}

function NearbyOption({ zone, distanceKm }: Nearby) {
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
