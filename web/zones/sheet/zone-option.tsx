import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { Zone } from '../../../domain/zones/zone.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ZoneFacts } from '../zone-facts.tsx';
import { ZoneRadio } from '../zone-radio.tsx';

export function ZoneOption({ zone, onShowDetails }: { zone: Zone; onShowDetails: () => void }) {
  const id = useId();
  return (
    <div className="border-line has-data-checked:border-brand has-data-checked:bg-brand-wash flex items-center rounded-card border transition-colors">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the radio puts its own input inside */}
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 py-2.5 pl-3">
        <ZoneRadio zoneId={zone.id} id={id} />
        <span className="min-w-0 flex-1">
          <span id={`${id}-name`} className="block truncate font-semibold">
            {zone.name}
          </span>
          <span id={`${id}-facts`} className="block">
            <span className="text-muted block truncate text-sm">{zone.address}</span>
            <span className="mt-1 flex items-center gap-2.5 text-sm">
              <ZoneFacts zone={zone} />
            </span>
          </span>
        </span>
      </label>
      <IconButton icon={ChevronRight} label={`Details of ${zone.name}`} onClick={onShowDetails} />
    </div>
  );
}
