import { m } from '#messages';

const LABELS = new Map(
  Object.entries({
    roofed: m.amenity_roofed,
    active_security: m.amenity_active_security,
    multiple_levels: m.amenity_multiple_levels,
    video_surveillance: m.amenity_video_surveillance,
    electric_charging: m.amenity_electric_charging,
    handicap_accessible: m.amenity_handicap_accessible,
    valet_service: m.amenity_valet_service,
    '24_7_access': m.amenity_24_7_access,
  }),
);

export const AMENITIES: readonly string[] = [...LABELS.keys()];

/** The label of a flag; other flags are prettified ('car_wash' → 'Car Wash'). */
export function formatAmenity(flag: string): string {
  return (
    LABELS.get(flag)?.() ??
    flag
      .replace(/_+/g, ' ')
      .trim()
      .replace(/\b\p{L}/gu, (letter) => letter.toUpperCase())
  );
}
