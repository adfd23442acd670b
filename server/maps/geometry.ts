import CheapRuler from 'cheap-ruler';
import { calculateDistanceKm, type Position } from '../../domain/zones/distance.ts';

/** A GeoJSON position: longitude, then latitude, in WGS84 degrees. */
export type LngLat = [number, number];

export function toPosition([lng, lat]: LngLat): Position {
  return { lat, lng };
}

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

// Longer than the rounding of a vertex (10 m), and short enough to be at the junction.
const BEARING_DISTANCE_M = 30;

/** Length of a line in metres. */
export function measureLength(line: readonly LngLat[]): number {
  return line
    .slice(1)
    .reduce((sum, to, i) => sum + calculateDistanceKm(toPosition(line[i] ?? to), toPosition(to)) * 1000, 0);
}

/** Compass bearing (0 to below 360) at the start of a line. */
export function getStartBearing(line: readonly LngLat[]): number {
  const [start] = line;
  if (start === undefined) return 0;
  const ruler = new CheapRuler(start[1], 'meters');
  return normaliseBearing(ruler.bearing(start, ruler.along([...line], BEARING_DISTANCE_M)));
}

export function getEndBearing(line: readonly LngLat[]): number {
  return normaliseBearing(getStartBearing(line.toReversed()) + 180);
}

/** Converts any angle to 0 to below 360 degrees. */
export function normaliseBearing(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

type Vertex = [x: number, y: number];

type NamedLine<T> = { name: string; line: Vertex[]; feature: T };

/** Joins lines of the same name where one begins at the end of another, so that a street of many parts is named as one. */
export function mergeLines<T>(lines: readonly NamedLine<T>[]): NamedLine<T>[] {
  const byStart = Map.groupBy(lines, (one) => toKey(one, 0));
  const ends = new Set(lines.map((one) => toKey(one, -1)));
  const used = new Set<NamedLine<T>>();
  const findNext = (from: NamedLine<T>) => byStart.get(toKey(from, -1))?.find((one) => !used.has(one));
  // A part in the middle would leave those before it behind.
  const firstParts = lines.filter((one) => !ends.has(toKey(one, 0)));
  return [...firstParts, ...lines].flatMap((first) => {
    if (used.has(first)) return [];
    used.add(first);
    const line = [...first.line];
    for (let next = findNext(first); next !== undefined; next = findNext(next)) {
      used.add(next);
      line.push(...next.line.slice(1));
    }
    return { ...first, line };
  });
}

function toKey({ name, line }: NamedLine<unknown>, end: 0 | -1): string {
  const [x, y] = line.at(end) ?? [];
  return `${x},${y},${name}`;
}
