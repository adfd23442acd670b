import simplify from 'simplify-js';
import type { Point } from './view.ts';

/** The deepest data tiles of the style; above this zoom MapLibre draws them enlarged. */
export const MAX_DATA_ZOOM = 14;
/** MapLibre's default for GeoJSON. */
const TOLERANCE_PX = 0.375;

/** How far off a line MapLibre leaves out vertices in tiles of this zoom level, in pixels of the tile. */
export function getTolerance(tileZoom: number): number {
  return tileZoom < MAX_DATA_ZOOM ? TOLERANCE_PX : 0;
}

export function simplifyLine(line: readonly Point[], tolerance: number): Point[] {
  if (tolerance === 0) return [...line];
  const vertices = line.map(([x, y]) => ({ x, y }));
  return simplify(vertices, tolerance, true).map(({ x, y }): Point => [x, y]);
}
