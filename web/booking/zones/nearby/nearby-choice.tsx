import { CircleParkingOff } from 'lucide-react';
import { m } from '#messages';
import type { Nearby } from '../../../../domain/zones/nearest.ts';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { ZoneRadioGroup } from '../zone-radio.tsx';
import { NearbyOption } from './nearby-option.tsx';

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
