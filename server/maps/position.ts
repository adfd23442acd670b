import type { Position } from '../../domain/zones/distance.ts';

/** A GeoJSON position: longitude, then latitude, in WGS84 degrees. */
export type LngLat = [number, number];

export function toPosition([lng, lat]: LngLat): Position {
  return { lat, lng };
}
