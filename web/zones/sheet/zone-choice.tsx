import { RadioGroup } from '@base-ui/react/radio-group';
import type { UseQueryResult } from '@tanstack/react-query';
import { MapPinOff, RotateCw, SearchX, WifiOff } from 'lucide-react';
import { PROBLEMS } from '../../../domain/problems.ts';
import { selectSheetZones, type Zone } from '../../../domain/zones/zone.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { ZoneOption } from './zone-option.tsx';

export type ZoneChoiceProps = {
  zones: UseQueryResult<Zone[]>;
  /** Some zones are left out because they lack an amenity that is wanted. */
  isFiltered?: boolean;
  selectedZoneId: string | null;
  onSelect: (zone: Zone) => void;
  onShowDetails: (zone: Zone) => void;
};

/** The zones to choose from, or why there are none. */
export function ZoneChoice({ zones, isFiltered = false, selectedZoneId, onSelect, onShowDetails }: ZoneChoiceProps) {
  if (zones.data === undefined) {
    if (zones.isError) return <NotLoaded onRetry={() => void zones.refetch()} />;
    if (zones.isPaused) return <StatePanel urgent icon={WifiOff} title={PROBLEMS.offline} />;
    return <Loading />;
  }
  if (zones.data.length === 0) {
    return isFiltered ? (
      <StatePanel icon={SearchX} title="No parking zone fits" text="Take an amenity away to see more." />
    ) : (
      <StatePanel icon={MapPinOff} title="No parking zones available" />
    );
  }

  const offered = selectSheetZones(zones.data);
  return (
    <RadioGroup
      aria-label="Parking zones"
      className="flex flex-col gap-2"
      value={selectedZoneId ?? ''}
      onValueChange={(id) => {
        const zone = offered.find((candidate) => candidate.id === id);
        if (zone) onSelect(zone);
      }}
    >
      {offered.map((zone) => (
        <ZoneOption key={zone.id} zone={zone} onShowDetails={() => onShowDetails(zone)} />
      ))}
    </RadioGroup>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading parking zones" className="flex flex-col gap-2">
      <Skeleton className="h-22" />
      <Skeleton className="h-22" />
      <Skeleton className="h-22" />
    </div>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <StatePanel
      urgent
      icon={RotateCw}
      title="The parking zones did not arrive"
      action={
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
