import type { LngLat } from '../position.ts';
import { type Bounds, isInside } from './bounds.ts';

/**
 * The parts of a way inside the bounds, each of two vertices or more. It is cut at its last vertex inside, and where the
 * extract does not hold a node (undefined). Vertices stay as they are, because streets meet where theirs are equal.
 */
export function cutLine(vertices: readonly (LngLat | undefined)[], bbox: Bounds | undefined): LngLat[][] {
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
