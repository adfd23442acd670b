import type { Candidate, PointOnLine } from './label-candidates.ts';
import { ONE_EM, type ShapedText } from './shape-text.ts';
import type { StyleLayer } from './style-layer.ts';
import { type Box, type Point, type View, widenBox } from './view.ts';

export type PlacedGlyph = { character: string; x: number; y: number /** In radians, clockwise. */; angle: number };

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
    const [right, down] = [(-advance / 2) * scale, baseline * scale];
    return {
      character,
      x: x + right * Math.cos(angle) - down * Math.sin(angle),
      y: y + right * Math.sin(angle) + down * Math.cos(angle),
      angle,
    };
  });
}
