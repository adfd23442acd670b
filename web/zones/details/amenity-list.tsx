import { formatAmenity } from '../../../domain/zones/amenities.ts';
import { AmenityIcon } from '../amenity-icon.tsx';

/** What a zone offers. */
export function AmenityList({ amenities }: { amenities: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {amenities.map((flag) => (
        <li
          key={flag}
          className="bg-canvas border-line inline-flex min-h-9 items-center gap-2 rounded-full border px-3 text-sm font-medium"
        >
          <AmenityIcon flag={flag} className="text-brand-ink size-4.5" />
          {formatAmenity(flag)}
        </li>
      ))}
    </ul>
  );
}
