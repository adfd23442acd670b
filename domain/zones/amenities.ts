const LABELS = new Map<string, string>(
  Object.entries({
    roofed: 'Covered Parking',
    active_security: 'Security Guard',
    multiple_levels: 'Multi-Level Parking',
    video_surveillance: 'Security Cameras',
    electric_charging: 'Electric Charging',
    handicap_accessible: 'Handicap Accessible',
    valet_service: 'Valet Service',
    '24_7_access': '24/7 Access',
  }),
);

export const AMENITIES: readonly string[] = [...LABELS.keys()];

/** The label of a flag; other flags are prettified ('car_wash' → 'Car Wash'). */
export function formatAmenity(flag: string): string {
  return (
    LABELS.get(flag) ??
    flag
      .replace(/_+/g, ' ')
      .trim()
      .replace(/\b\p{L}/gu, (letter) => letter.toUpperCase())
  );
}
