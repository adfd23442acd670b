import { clipPolygon, clipPolyline } from 'lineclip';
import { mergeLines } from '../merge-lines.ts';
import { type MapFeature, mapVertices } from './feature-source.ts';
import { getTolerance, simplifyLine } from './generalize.ts';
import { roundToTenth, toPathData } from './path-data.ts';
import { createDrawnBox, type Point, Projection, type View } from './view.ts';

/** The least in path data. */
const SEGMENT_BYTES = 4;
/** What a vertex less does not change: the precision of path data. */
const INVISIBLE_PX = 0.1;

/**
 * Draws features as `<path>`s without colours: all lines as one, each area as its own, because areas may overlap.
 * @returns undefined when the result exceeds `maxBytes`
 */
export function drawShape(features: readonly MapFeature[], view: View, maxBytes: number): string | undefined {
  const lines: Point[][] = [];
  let areas = '';
  let segments = 0;
  for (const { isArea, parts } of clipFeatures(features, view)) {
    if (isArea) {
      areas += `<path d="${toPathData(parts, true)}"/>`;
    } else {
      lines.push(...parts);
      segments += parts.reduce((sum, { length }) => sum + length - 1, 0);
    }
    if (areas.length + segments * SEGMENT_BYTES > maxBytes) return undefined;
  }
  // Joined lines need fewer commands.
  const joined = mergeLines(lines.map((line) => ({ name: '', line, feature: undefined })));
  const data = toPathData(joined.map(({ line }) => line));
  const svg = data === '' ? areas : `${areas}<path d="${data}"/>`;
  return svg.length > maxBytes ? undefined : svg;
}

/** What is in sight of each feature, in pixels. */
function* clipFeatures(features: readonly MapFeature[], view: View): Generator<{ isArea: boolean; parts: Point[][] }> {
  const projection = new Projection(view);
  const box = createDrawnBox(view);
  const tileZoom = Math.floor(view.zoom);
  const tolerance = Math.max(getTolerance(tileZoom) * 2 ** (view.zoom - tileZoom), INVISIBLE_PX);
  for (const { type, parts } of features) {
    const isArea = type === 'Polygon';
    const clipped = parts.flatMap((part) => {
      const line = mapVertices(part, (x, y) => projection.toPixels(x, y));
      return isArea ? [clipPolygon(line, box)] : clipPolyline(line, box);
    });
    const simplified = clipped.map((line) => simplifyLine(line, tolerance).map(roundPoint));
    const drawn = simplified.filter(({ length }) => length > (isArea ? 2 : 1));
    if (drawn.length > 0) yield { isArea, parts: drawn };
  }
}

const roundPoint = ([x, y]: Point): Point => [roundToTenth(x), roundToTenth(y)];
