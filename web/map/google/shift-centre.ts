import type { Position } from '../../../domain/zones/distance.ts';

/** Pixels of the whole world at level 0 of the web-mercator levels. */
const WORLD_PX = 256;
const RADIANS = Math.PI / 180;

/**
 * The centre a map must have for a position to show right of and below its middle.
 * @param zoom web-mercator level
 * @param right px; negative is left
 * @param below px; negative is above
 */
export function shiftCentre({ lat, lng }: Position, zoom: number, right: number, below: number): Position {
  const worldPx = WORLD_PX * 2 ** zoom;
  const northings = Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2)) + (below / worldPx) * 2 * Math.PI;
  return {
    lat: (2 * Math.atan(Math.exp(northings)) - Math.PI / 2) / RADIANS,
    lng: lng - (right / worldPx) * 360,
  };
}
