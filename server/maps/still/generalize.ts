import simplify from 'simplify-js';
import type { Point } from './view.ts';

/** The deepest data tiles of the style; above this zoom MapLibre draws them enlarged. */
export const MAX_DATA_ZOOM = 14;
/** MapLibre's default for GeoJSON, in pixels of a tile. */
const TOLERANCE_PX = 0.375;

/** Leaves out vertices as MapLibre does in the tiles of a zoom level. @param line in pixels of that zoom level */
export function generalizeLine(line: Point[], tileZoom: number, pixelsPerTilePixel = 1): Point[] {
  if (tileZoom >= MAX_DATA_ZOOM) return line;
  const vertices = line.map(([x, y]) => ({ x, y }));
  return simplify(vertices, TOLERANCE_PX * pixelsPerTilePixel, true).map(({ x, y }): Point => [x, y]);
}
