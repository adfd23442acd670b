import { RadioGroup } from '@base-ui/react/radio-group';
import type { UseQueryResult } from '@tanstack/react-query';
import { MapPinOff, SearchX } from 'lucide-react';
import { selectSheetZones, type Zone } from '../../../domain/zones/zone.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { ZoneOption } from './zone-option.tsx';

export type ZoneChoiceProps = {
  zones: UseQueryResult<Zone[]>;
  /** Whether an amenity filter hides zones. */
  isFiltered?: boolean;
  selectedZoneId: string | null;
  onSelect: (zone: Zone) => void;
  onShowDetails: (zone: Zone) => void;
};

export function ZoneChoice({ zones, isFiltered = false, selectedZoneId, onSelect, onShowDetails }: ZoneChoiceProps) {
  return (
    <QueryState
      query={zones}
      loading={<SkeletonList label="Loading parking zones" shapes={['h-22', 'h-22', 'h-22']} />}
      failedText="The parking zones did not arrive"
      isEmpty={({ length }) => length === 0}
      empty={
        isFiltered ? (
          <StatePanel icon={SearchX} title="No parking zone fits" text="Take an amenity away to see more." />
        ) : (
          <StatePanel icon={MapPinOff} title="No parking zones available" />
        )
      }
    >
      {(found) => {
        const choices = selectSheetZones(found);
        return (
          <RadioGroup
            aria-label="Parking zones"
            className="flex flex-col gap-2"
            value={selectedZoneId ?? ''}
            onValueChange={(id) => {
              const zone = choices.find((choice) => choice.id === id);
              if (zone) onSelect(zone);
            }}
          >
            {choices.map((zone) => (
              <ZoneOption key={zone.id} zone={zone} onShowDetails={() => onShowDetails(zone)} />
            ))}
          </RadioGroup>
        );
      }}
    </QueryState>
  );
}
