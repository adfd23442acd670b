import { clipPolygon, clipPolyline } from 'lineclip';
import type { StyleLayer } from './style-layer.ts';
import { type Point, toUnits, type View, type ViewTile, widenBox } from './view.ts';

/** The least that a segment takes in path data. */
const SEGMENT_BYTES = 4;
/** Wider than the widest line, so that the ends of clipped lines are out of sight. */
const DRAWN_MARGIN_PX = 40;

/**
 * Draws the features of a layer as `<path>`s without colours: all lines as one, each area as its own, because areas may
 * overlap.
 * @returns undefined when the result exceeds `maxBytes`
 */
export function drawShape(
  layer: StyleLayer,
  tiles: readonly ViewTile[],
  view: View,
  maxBytes: number,
): string | undefined {
  const lines: Point[][] = [];
  let areas = '';
  let segments = 0;
  for (const { isArea, parts } of clipFeatures(layer, tiles, view)) {
    if (isArea) {
      areas += `<path d="${toPathData(toCommands(parts, true))}"/>`;
    } else {
      lines.push(...parts);
      segments += parts.reduce((sum, { length }) => sum + length - 1, 0);
    }
    if (areas.length + segments * SEGMENT_BYTES > maxBytes) return undefined;
  }
  const data = toPathData(toCommands(lines));
  const svg = data === '' ? areas : `${areas}<path d="${data}"/>`;
  return svg.length > maxBytes ? undefined : svg;
}

/** The visible part of each feature, in pixels. */
function* clipFeatures(
  layer: StyleLayer,
  tiles: readonly ViewTile[],
  view: View,
): Generator<{ isArea: boolean; parts: Point[][] }> {
  const box = widenBox([0, 0, view.width, view.height], DRAWN_MARGIN_PX);
  for (const { layers, toPixels } of tiles) {
    for (const feature of layers[layer.source] ?? []) {
      if (!layer.hasFeature(feature, Math.floor(view.zoom))) continue;
      const isArea = feature.type === 3;
      const parts = feature.parts
        .map((part) => part.map(toPixels))
        .flatMap((line) => (isArea ? [clipPolygon(line, box)] : clipPolyline(line, box)))
        .filter(({ length }) => length > (isArea ? 2 : 1));
      if (parts.length > 0) yield { isArea, parts };
    }
  }
}

/** A command of SVG in pixels of the picture. */
export type PathCommand = { type: 'M' | 'L' | 'Q' | 'C' | 'Z'; points: readonly Point[] };

/** The commands of lines, or of rings that are closed. */
export const toCommands = (lines: readonly (readonly Point[])[], isClosed = false): PathCommand[] =>
  lines.flatMap((line): PathCommand[] => [
    ...line.map((point, index): PathCommand => ({ type: index === 0 ? 'M' : 'L', points: [point] })),
    ...(isClosed ? [{ type: 'Z' as const, points: [] }] : []),
  ]);

/** Path data with relative commands, which are shorter. Each point is rounded by itself, so that errors do not add up. */
export function toPathData(commands: readonly PathCommand[]): string {
  let data = '';
  let x = 0;
  let y = 0;
  let start: Point = [0, 0];
  for (const { type, points } of commands) {
    const units = points.map((point) => point.map(toUnits) as Point);
    const steps = units.flatMap(([toX, toY]) => [toX - x, toY - y]);
    const isStill = type === 'L' && steps.every((step) => step === 0);
    if (!isStill) data += type.toLowerCase() + steps.join(' ').replaceAll(' -', '-');
    // The next ring starts from where this one did.
    [x, y] = units.at(-1) ?? start;
    if (type === 'M') start = [x, y];
  }
  return data;
}
