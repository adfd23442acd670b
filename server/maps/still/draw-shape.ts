import { clipPolygon, clipPolyline } from 'lineclip';
import simplify from 'simplify-js';
import { mergeLines } from '../geometry.ts';
import { type MapFeature, mapVertices } from './feature-source.ts';
import { createDrawnBox, type Point, Projection, type View } from './view.ts';

/** The least that a segment takes in path data. */
const SEGMENT_BYTES = 4;
/** A vertex that is no farther off its line is left out: path data is no more precise. */
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

/** The visible part of each feature, in pixels. */
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

/** Path data of lines or rings with relative commands, in tenths of a pixel. */
export function toPathData(lines: readonly (readonly Point[])[], isClosed = false): string {
  let data = '';
  let [x, y] = [0, 0];
  for (const line of lines) {
    for (const [index, point] of line.entries()) {
      // Each vertex is rounded by itself, so that errors do not add up.
      const [toX, toY] = [roundToTenth(point[0]), roundToTenth(point[1])];
      if (index === 0) data += `m${formatPair(toX - x, toY - y)}`;
      else if (toX !== x || toY !== y) data += `l${formatPair(toX - x, toY - y)}`;
      [x, y] = [toX, toY];
    }
    if (isClosed) {
      data += 'z';
      // The next ring starts from where this one did.
      [x = x, y = y] = (line[0] ?? []).map(roundToTenth);
    }
  }
  return data;
}

/** Two numbers in the shortest notation; a minus needs no space before it. */
function formatPair(x: number, y: number): string {
  const second = formatNumber(y);
  return formatNumber(x) + (second.startsWith('-') ? second : ` ${second}`);
}

/** The shortest notation: `.5` instead of `0.50`. */
export function formatNumber(value: number, decimals = 1): string {
  const factor = 10 ** decimals;
  const text = String(Math.round(value * factor) / factor);
  if (text.startsWith('0.')) return text.slice(1);
  return text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}

export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

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
