import { formatNumber } from './draw-shape.ts';
import { findCandidates } from './label-candidates.ts';
import { type Obstacle, type PlacedGlyph, type PlacedLabel, placeLabels } from './place-labels.ts';
import { OUTLINE_UNITS_PER_EM, openTypeface, type Typeface } from './shape-text.ts';
import type { StyleLayer } from './style-layer.ts';
import type { View } from './view.ts';
import type { ViewTile } from './view-tiles.ts';

type Options = {
  view: View;
  tiles: readonly ViewTile[];
  maxBytes: number;
};

type DrawnLabel = PlacedLabel & { layer: StyleLayer; text: string };

/**
 * Draws labels by the id of their layer; those of the last layer are placed first. When they do not fit into `maxBytes`, those
 * farthest from the centre are left out, where a picture has its margin.
 */
export function drawLabels(symbolLayers: readonly StyleLayer[], options: Options): Map<string, string> {
  const { view, tiles, maxBytes } = options;
  const placed: Obstacle[] = [];
  const drawn: DrawnLabel[] = [];
  for (const layer of symbolLayers.toReversed()) {
    const typeface = openTypeface(layer.font(view.zoom));
    const candidates = findCandidates({ layer, tiles, view, typeface });
    for (const label of placeLabels(candidates, { layer, view, placed }))
      drawn.push({ ...label, layer, text: drawGlyphs(label, typeface) });
  }
  const fitting = new Set(takeNearest(drawn, view, maxBytes));
  const byLayer = Map.groupBy(
    drawn.filter((label) => fitting.has(label)),
    ({ layer }) => layer,
  );
  return new Map(Array.from(byLayer, ([layer, labels]) => [layer.id, drawLayer(layer, labels, view.zoom)]));
}

function takeNearest(labels: readonly DrawnLabel[], { width, height }: View, maxBytes: number): DrawnLabel[] {
  const measure = ({ glyphs: [glyph] }: DrawnLabel) =>
    glyph ? Math.max(Math.abs(glyph.x / width - 0.5), Math.abs(glyph.y / height - 0.5)) : 0;
  let bytes = 0;
  return labels
    .toSorted((a, b) => measure(a) - measure(b))
    .filter(({ text }) => {
      bytes += text.length;
      return bytes <= maxBytes;
    });
}

function drawLayer(layer: StyleLayer, labels: readonly DrawnLabel[], zoom: number): string {
  const bySize = Map.groupBy(labels, ({ size }) => size);
  return Array.from(bySize, ([size, same]) =>
    drawWithHalo(layer, same.map(({ text }) => text).join(''), size, zoom),
  ).join('');
}

/** Draws labels of the same size, in pixels per em, with the halo below the letters. */
function drawWithHalo(layer: StyleLayer, labels: string, size: number, zoom: number): string {
  const scale = size / OUTLINE_UNITS_PER_EM;
  const haloWidth = formatNumber((2 * layer.size('text-halo-width', zoom)) / scale, 1);
  return (
    `<g transform="scale(${formatNumber(scale, 6)})" fill="${layer.color('text-color', zoom)}"` +
    ` stroke="${layer.color('text-halo-color', zoom)}" stroke-width="${haloWidth}" stroke-linejoin="round"` +
    ` paint-order="stroke">${labels}</g>`
  );
}

/**
 * Draws a label in `OUTLINE_UNITS_PER_EM`, glyphs of the same angle as one path. References to outlines that are defined once
 * would be shorter, but a browser takes ten times as long to show them.
 */
function drawGlyphs({ size, glyphs }: PlacedLabel, typeface: Typeface): string {
  const scale = size / OUTLINE_UNITS_PER_EM;
  const visible = glyphs.filter(({ character }) => character.trim() !== '');
  return splitByAngle(visible)
    .map((run) => drawRun(run, scale, typeface))
    .join('');
}

/** Moves and turns glyphs of the same angle together. */
function drawRun([first, ...rest]: [PlacedGlyph, ...PlacedGlyph[]], scale: number, typeface: Typeface): string {
  const [cos, sin] = [Math.cos(first.angle), Math.sin(first.angle)];
  const outlines = [first, ...rest].map(({ character, x, y }) => {
    const [dx, dy] = [x - first.x, y - first.y];
    const along = Math.round((dx * cos + dy * sin) / scale);
    const across = Math.round((dy * cos - dx * sin) / scale);
    return `M${along} ${across}${typeface.getOutline(character)}`;
  });
  const rotation = first.angle === 0 ? '' : `rotate(${((first.angle * 180) / Math.PI).toFixed(1)})`;
  const [left, top] = [formatNumber(first.x / scale), formatNumber(first.y / scale)];
  return `<path transform="translate(${left} ${top})${rotation}" d="${outlines.join('')}"/>`;
}

function splitByAngle(glyphs: readonly PlacedGlyph[]): [PlacedGlyph, ...PlacedGlyph[]][] {
  const runs: [PlacedGlyph, ...PlacedGlyph[]][] = [];
  for (const glyph of glyphs) {
    const run = runs.at(-1);
    if (run?.[0].angle === glyph.angle) run.push(glyph);
    else runs.push([glyph]);
  }
  return runs;
}
