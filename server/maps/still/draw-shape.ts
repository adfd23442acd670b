import { clipPolygon, clipPolyline } from 'lineclip';
import { mergeLines } from '../geometry.ts';
import type { StyleLayer } from './style-layer.ts';
import { createDrawnBox, type Point, type View } from './view.ts';
import type { ViewTile } from './view-tiles.ts';

/** The least that a segment takes in path data. */
const SEGMENT_BYTES = 4;

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
function* clipFeatures(
  layer: StyleLayer,
  tiles: readonly ViewTile[],
  view: View,
): Generator<{ isArea: boolean; parts: Point[][] }> {
  const box = createDrawnBox(view);
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

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
