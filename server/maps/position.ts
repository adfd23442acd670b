import type { Position } from '../../domain/zones/distance.ts';

/** A position as GeoJSON writes it: longitude, then latitude, in WGS84 degrees. */
export type LngLat = [number, number];

/** Turns GeoJSON's order into the domain's named form. */
export function toPosition([lng, lat]: LngLat): Position {
  return { lat, lng };
}
