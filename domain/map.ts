import type { Position } from './zones/distance.ts';

export type Point = { x: number; y: number };

const RADIANS = Math.PI / 180;

/** Web mercator: from 0 to 1 across the world, x to the east and y to the south. */
export function project({ lat, lng }: Position): Point {
  const northings = Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2));
  return { x: lng / 360 + 0.5, y: 0.5 - northings / (2 * Math.PI) };
}

export function unproject({ x, y }: Point): Position {
  const northings = (0.5 - y) * 2 * Math.PI;
  return { lat: (2 * Math.atan(Math.exp(northings)) - Math.PI / 2) / RADIANS, lng: (x - 0.5) * 360 };
}
