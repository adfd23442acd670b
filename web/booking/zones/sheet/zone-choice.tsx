import { ChevronRight, MapPinOff, SearchX } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { calculateDistanceKm, type Origin } from '../../../../domain/zones/distance.ts';
import { NEARBY_KM, type Zone } from '../../../../domain/zones/zone.ts';
import { QueryState, type QueryStatus } from '../../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../../ui/feedback/state-panel.tsx';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { ZoneFacts, ZoneOption } from '../zone-facts.tsx';

export type ZoneChoiceProps = {
  /** Those to choose from, in their order; a placeholder has those of another place or filter. */
  zones: QueryStatus & { data: Zone[] | undefined; isPlaceholderData: boolean };
  /** Whether an amenity filter hides zones. */
  isFiltered?: boolean;
  /** The place that was searched for, or where the driver is. */
  origin?: Origin | null;
  selectedZoneId: string | null;
  onSelect: (zone: Zone) => void;
  onShowDetails: (zone: Zone) => void;
};

export function ZoneChoice({
  zones,
  isFiltered = false,
  origin = null,
  selectedZoneId,
  onSelect,
  onShowDetails,
}: ZoneChoiceProps) {
  const name = useId();
  return (
    <QueryState
      query={zones}
      loading={<SkeletonList label={m.zone_list_loading()} shapes={['h-22', 'h-22', 'h-22']} />}
      failedText={m.zone_list_failed()}
      isEmpty={({ length }) => length === 0}
      empty={
        isFiltered ? (
          <StatePanel icon={SearchX} title={m.zone_list_no_match()} text={m.zone_sheet_no_match_hint()} />
        ) : (
          <StatePanel icon={MapPinOff} title={m.zone_list_empty()} />
        )
      }
    >
      {(choices) => (
        <>
          <p role="status" className="text-muted text-sm not-empty:pb-2">
            {origin === null || zones.isPlaceholderData ? null : formatNearby(origin, choices)}
          </p>
          <div role="radiogroup" aria-label={m.zone_sheet_zones()} className="flex flex-col gap-2">
            {choices.map((zone) => (
              <div
                key={zone.id}
                className="border-line has-checked:border-brand has-checked:bg-brand-wash flex items-center rounded-card border transition-colors"
              >
                <ZoneOption
                  isShort
                  zone={zone}
                  group={{ name, chosenId: selectedZoneId, onChoose: () => onSelect(zone) }}
                  className="min-w-0 flex-1 py-2.5 pl-3"
                >
                  <ZoneFacts zone={zone} near={origin?.position ?? null} />
                </ZoneOption>
                <IconButton
                  icon={ChevronRight}
                  label={m.zone_details_of({ zone: zone.name })}
                  onClick={() => onShowDetails(zone)}
                />
              </div>
            ))}
          </div>
        </>
      )}
    </QueryState>
  );
}

/** Says whether the zones are near the place: either all of them are, or none is. */
function formatNearby({ name, position }: Origin, zones: readonly Zone[]): string {
  const isNear = zones.some((zone) => zone.position && calculateDistanceKm(position, zone.position) <= NEARBY_KM);
  const kilometres = NEARBY_KM;
  if (name === null) return isNear ? m.zone_sheet_near_you({ kilometres }) : m.zone_sheet_not_near_you({ kilometres });
  return isNear
    ? m.zone_sheet_near_place({ kilometres, place: name })
    : m.zone_sheet_not_near_place({ kilometres, place: name });
}
