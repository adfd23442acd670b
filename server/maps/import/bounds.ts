import type { LngLat } from '../position.ts';

/** West, south, east, north in WGS84 degrees; west is smaller than east. */
export type Bounds = [number, number, number, number];

/** Whether a position lies inside bounds or on their edge; everything lies inside no bounds. */
export function isInside([lng, lat]: LngLat, bounds: Bounds | undefined): boolean {
  if (bounds === undefined) return true;
  const [west, south, east, north] = bounds;
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** Bounds that hold both; either may be absent. */
export function widen(bounds: Bounds | undefined, [west, south, east, north]: Bounds): Bounds {
  if (bounds === undefined) return [west, south, east, north];
  return [Math.min(bounds[0], west), Math.min(bounds[1], south), Math.max(bounds[2], east), Math.max(bounds[3], north)];
}

/** The bounds of a line of at least one vertex. */
export function getBounds(line: readonly LngLat[]): Bounds {
  const bounds: Bounds = [180, 90, -180, -90];
  for (const [lng, lat] of line) {
    bounds[0] = Math.min(bounds[0], lng);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lng);
    bounds[3] = Math.max(bounds[3], lat);
  }
  return bounds;
}
