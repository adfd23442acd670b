import type { LngLat } from './position.ts';

/** West, south, east, north in degrees, with west < east. */
export type Bounds = [number, number, number, number];

/** Whether a position is inside the bounds or on their edge; true without bounds. */
export function isInside([lng, lat]: LngLat, bounds: Bounds | undefined): boolean {
  if (bounds === undefined) return true;
  const [west, south, east, north] = bounds;
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

export function widen(bounds: Bounds | undefined, [west, south, east, north]: Bounds): Bounds {
  if (bounds === undefined) return [west, south, east, north];
  return [Math.min(bounds[0], west), Math.min(bounds[1], south), Math.max(bounds[2], east), Math.max(bounds[3], north)];
}

/** @param line at least one vertex */
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

/**
 * Clips a line to the bounds: returns its parts of at least two vertices. It also splits at nodes that the extract lacks
 * (undefined). No vertices are added at the bounds, because streets meet where their vertices are equal.
 */
export function clipLine(vertices: readonly (LngLat | undefined)[], bbox: Bounds | undefined): LngLat[][] {
  const parts: LngLat[][] = [];
  let part: LngLat[] = [];
  for (const vertex of [...vertices, undefined]) {
    if (vertex !== undefined && isInside(vertex, bbox)) {
      const last = part.at(-1);
      if (last === undefined || last[0] !== vertex[0] || last[1] !== vertex[1]) part.push(vertex);
      continue;
    }
    if (part.length > 1) parts.push(part);
    part = [];
  }
  return parts;
}
