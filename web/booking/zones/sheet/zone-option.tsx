import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import type { Position } from '../../../../domain/zones/distance.ts';
import type { Zone } from '../../../../domain/zones/zone.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ZoneFacts } from '../zone-facts.tsx';
import { ZoneRadio } from '../zone-radio.tsx';

type ZoneOptionProps = {
  zone: Zone;
  /** Where distances are measured from. */
  near: Position | null;
  onShowDetails: () => void;
};

export function ZoneOption({ zone, near, onShowDetails }: ZoneOptionProps) {
  const id = useId();
  return (
    <div className="border-line has-checked:border-brand has-checked:bg-brand-wash flex items-center rounded-card border transition-colors">
      <label htmlFor={`${id}-radio`} className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 py-2.5 pl-3">
        <ZoneRadio zoneId={zone.id} id={id} />
        <span className="min-w-0 flex-1">
          <span id={`${id}-name`} className="line-clamp-2 font-semibold wrap-break-word">
            {zone.name}
          </span>
          <span id={`${id}-facts`} className="block">
            <span className="text-muted block truncate text-sm">{zone.address}</span>
            <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
              <ZoneFacts zone={zone} near={near} />
            </span>
          </span>
        </span>
      </label>
      <IconButton icon={ChevronRight} label={m.zone_details_of({ zone: zone.name })} onClick={onShowDetails} />
    </div>
  );
}
