import { toPathData } from './draw-shape.ts';
import { findCandidates } from './label-candidates.ts';
import { type PlacedLabel, placeLabels } from './place-labels.ts';
import { openTypeface, type Typeface } from './shape-text.ts';
import type { StyleLayer } from './style-layer.ts';
import { type Box, type Point, toUnits, UNITS_PER_PX, type View, type ViewTile } from './view.ts';

type Options = {
  view: View;
  tiles: readonly ViewTile[];
  maxBytes: number;
};

type DrawnLabel = PlacedLabel & { layer: StyleLayer; svg: string };

/**
 * Draws labels by the id of their layer; those of the last layer are placed first. When they do not fit into `maxBytes`, those
 * farthest from the centre are left out, where a picture has its margin.
 */
export function drawLabels(symbolLayers: readonly StyleLayer[], options: Options): Map<string, string> {
  const { view, tiles, maxBytes } = options;
  const placed: Box[] = [];
  const drawn: DrawnLabel[] = [];
  for (const layer of symbolLayers.toReversed()) {
    const typeface = openTypeface(layer.font(view.zoom));
    const candidates = findCandidates({ layer, tiles, view, typeface });
    for (const label of placeLabels(candidates, { layer, view, placed }))
      drawn.push({ ...label, layer, svg: drawGlyphs(label, typeface) });
  }
  const byLayer = Map.groupBy(takeNearest(drawn, view, maxBytes), ({ layer }) => layer);
  return new Map(Array.from(byLayer, ([layer, labels]) => [layer.id, drawLayer(layer, labels, view.zoom)]));
}

function takeNearest(labels: readonly DrawnLabel[], { width, height }: View, maxBytes: number): DrawnLabel[] {
  const measure = ({ glyphs: [glyph] }: DrawnLabel) =>
    glyph ? Math.max(Math.abs(glyph.x / width - 0.5), Math.abs(glyph.y / height - 0.5)) : 0;
  let bytes = 0;
  return labels
    .toSorted((a, b) => measure(a) - measure(b))
    .filter(({ svg }) => {
      bytes += svg.length;
      return bytes <= maxBytes;
    });
}

/** Draws the labels of a layer with the halo below the letters. */
function drawLayer(layer: StyleLayer, labels: readonly DrawnLabel[], zoom: number): string {
  return (
    `<g fill="${layer.color('text-color', zoom)}" stroke="${layer.color('text-halo-color', zoom)}"` +
    ` stroke-width="${toUnits(2 * layer.size('text-halo-width', zoom))}" stroke-linejoin="round" paint-order="stroke">` +
    `${labels.map(({ svg }) => svg).join('')}</g>`
  );
}

/**
 * Draws the glyphs of the same angle as one path. References to outlines that are defined once would be shorter, but a browser
 * takes ten times as long to show them.
 */
function drawGlyphs({ size, glyphs }: PlacedLabel, typeface: Typeface): string {
  const byAngle = Map.groupBy(glyphs, ({ angle }) => angle);
  return Array.from(byAngle, ([angle, turned]) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const commands = turned.flatMap(({ character, x, y }) => {
      const [right, down] = [roundToUnits(x * cos + y * sin), roundToUnits(y * cos - x * sin)];
      return typeface.getOutline(character).map(({ type, points }) => ({
        type,
        points: points.map((point): Point => [right + point[0] * size, down + point[1] * size]),
      }));
    });
    const rotation = angle === 0 ? '' : ` transform="rotate(${((angle * 180) / Math.PI).toFixed(3)})"`;
    return `<path${rotation} d="${toPathData(commands)}"/>`;
  }).join('');
}

/** A letter that starts at a whole unit has the same path data everywhere, which compresses well. */
const roundToUnits = (pixels: number) => toUnits(pixels) / UNITS_PER_PX;
