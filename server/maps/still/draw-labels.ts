import { toPathData } from './draw-shape.ts';
import { type Candidate, findCandidates, type PointOnLine } from './label-candidates.ts';
import { ONE_EM, openTypeface, type ShapedText, type Typeface } from './shape-text.ts';
import type { StyleLayer } from './style-layer.ts';
import { type Box, type Point, toUnits, UNITS_PER_PX, type View, type ViewTile, widenBox } from './view.ts';

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
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const commands = turned.flatMap(({ character, x, y }) => {
      const right = roundToUnits(x * cos + y * sin);
      const down = roundToUnits(y * cos - x * sin);
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

type PlacedGlyph = { character: string; x: number; y: number /** In radians, clockwise. */; angle: number };

export type PlacedLabel = { /** Pixels per em. */ size: number; glyphs: PlacedGlyph[] };

/** MapLibre's margin around the view, in which labels are placed so that those at the edge do not jump. */
const MARGIN_PX = 100;

/** Places the labels of a layer where the boxes of `placed` leave room, and adds theirs. Labels out of sight are left out. */
export function* placeLabels(
  candidates: Iterable<Candidate>,
  { layer, view, placed }: { layer: StyleLayer; view: View; placed: Box[] },
): Generator<PlacedLabel> {
  const picture: Box = [0, 0, view.width, view.height];
  const padding = layer.number('text-padding', view.zoom);
  const isWithin = (boxes: readonly Box[], area: Box) => boxes.some((box) => isOverlapping(box, area));
  for (const { text, feature, anchor, middles } of candidates) {
    const size = layer.number('text-size', view.zoom, feature);
    // The space of a label is that for its size at the next zoom level.
    const reserved = layer.number('text-size', Math.floor(view.zoom) + 1, feature) / ONE_EM;
    const boxes = anchor ? [toBox(text, anchor, reserved)] : middles.map((middle) => toSquare(middle, reserved));
    const padded = boxes.map((box) => widenBox(box, padding));
    if (!isWithin(padded, widenBox(picture, MARGIN_PX)) || placed.some((box) => isWithin(padded, box))) continue;
    placed.push(...padded);
    if (!isWithin(padded, picture)) continue;
    yield { size, glyphs: placeGlyphs(text, middles, size / ONE_EM) };
  }
}

function toBox({ left, top, right, bottom }: ShapedText, [x, y]: Point, scale: number): Box {
  return [x + left * scale, y + top * scale, x + right * scale, y + bottom * scale];
}

/** A square around a glyph on a line, whose middle is there. */
function toSquare({ x, y }: PointOnLine, scale: number): Box {
  const half = (ONE_EM * scale) / 2;
  return [x - half, y - half, x + half, y + half];
}

const isOverlapping = (a: Box, b: Box) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** Finds where glyphs begin on their baselines. */
function placeGlyphs({ glyphs }: ShapedText, middles: readonly PointOnLine[], scale: number): PlacedGlyph[] {
  return middles.map(({ x, y, angle }, i) => {
    const { character = '', advance = 0, y: baseline = 0 } = glyphs[i] ?? {};
    const right = (-advance / 2) * scale;
    const down = baseline * scale;
    return {
      character,
      x: x + right * Math.cos(angle) - down * Math.sin(angle),
      y: y + right * Math.sin(angle) + down * Math.cos(angle),
      angle,
    };
  });
}
