import CheapRuler from 'cheap-ruler';
import { calculateDistanceKm } from '../../domain/zones/distance.ts';
import { type LngLat, toPosition } from './position.ts';

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
