import { clipPolygon, clipPolyline } from 'lineclip';
import { type MapFeature, mapVertices } from './feature-source.ts';
import { generalizeLine } from './generalize.ts';
import { toPathData } from './path-data.ts';
import { createDrawnBox, type Point, Projection, type View } from './view.ts';

/** Of an empty `<path>`. */
const PATH_BYTES = 15;

/**
 * Draws features as `<path>`s without colours: all lines as one, each area as its own, because areas may overlap.
 * @returns undefined when the result exceeds `maxBytes`
 */
export function drawShape(features: readonly MapFeature[], view: View, maxBytes: number): string | undefined {
  const lines: string[] = [];
  const areas: string[] = [];
  const projection = new Projection(view);
  let bytes = PATH_BYTES;
  for (const feature of features) {
    const data = drawFeature(feature, view, projection);
    if (data === '') continue;
    bytes += data.length + (feature.type === 'Polygon' ? PATH_BYTES : 0);
    if (bytes > maxBytes) return undefined;
    if (feature.type === 'Polygon') areas.push(`<path d="${data}"/>`);
    else lines.push(data);
  }
  return areas.join('') + (lines.length === 0 ? '' : `<path d="${lines.join('')}"/>`);
}

function drawFeature({ type, parts }: MapFeature, view: View, projection: Projection): string {
  const box = createDrawnBox(view);
  const tileZoom = Math.floor(view.zoom);
  const generalize = (line: Point[]) => generalizeLine(line, tileZoom, 2 ** (view.zoom - tileZoom));
  const lines = parts.map((part) => mapVertices(part, (x, y) => projection.toPixels(x, y)));
  if (type === 'Polygon') {
    const rings = lines.map((ring) => generalize(clipPolygon(ring, box))).filter(({ length }) => length > 2);
    return toPathData(rings, { isClosed: true });
  }
  return toPathData(lines.flatMap((line) => clipPolyline(line, box)).map(generalize));
}
