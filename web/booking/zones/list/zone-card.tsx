import { ChevronRight, MapPinOff } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatAmenity } from '../../../../domain/zones/amenities.ts';
import type { Position } from '../../../../domain/zones/distance.ts';
import type { Zone } from '../../../../domain/zones/zone.ts';
import { AmenityIcon } from '../amenity-icon.tsx';
import { ZoneFacts } from '../zone-facts.tsx';

type ZoneCardProps = {
  zone: Zone;
  /** Where distances are measured from. */
  near: Position | null;
  to: string;
};

export function ZoneCard({ zone, near, to }: ZoneCardProps) {
  return (
    <Link
      to={to}
      className="border-line bg-surface hover:border-field-line flex items-center gap-3 rounded-card border p-3.5 transition-colors"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="line-clamp-2 font-semibold wrap-break-word">{zone.name}</span>
        <span className="text-muted line-clamp-2 text-sm">{zone.address}</span>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
          <ZoneFacts zone={zone} near={near} />
          {zone.amenities.map((flag) => (
            <span key={flag} title={formatAmenity(flag)} className="text-muted inline-flex">
              <AmenityIcon flag={flag} className="size-4" />
              <span className="sr-only">{formatAmenity(flag)}</span>
            </span>
          ))}
        </span>
        {zone.position === null ? (
          <span className="text-muted inline-flex items-center gap-1.5 text-sm">
            <MapPinOff aria-hidden="true" className="size-4" />
            {m.zone_list_off_map()}
          </span>
        ) : null}
      </span>
      <ChevronRight aria-hidden="true" className="text-muted size-5 shrink-0" />
    </Link>
  );
}
