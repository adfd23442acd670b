import type { Candidate } from './label-candidates.ts';
import type { LinePath, PointOnLine } from './line-path.ts';
import { ONE_EM, type ShapedText } from './shape-text.ts';
import type { StyleLayer } from './style-layer.ts';
import { type Box, type View, widenBox } from './view.ts';

export type PlacedGlyph = { character: string; x: number; y: number /** In radians, clockwise. */; angle: number };

export type PlacedLabel = { /** Pixels per em. */ size: number; glyphs: PlacedGlyph[] };

/** MapLibre's margin around the view, in which labels are placed so that those at the edge do not jump. */
const MARGIN_PX = 100;
/** Between the circles along a line, in radii. */
const CIRCLE_DISTANCE = 2.5;
/** From the ends of a name to the centre of the first circle, in radii. */
const CIRCLE_INSET = 0.25;

/** Places the labels of a layer where `placed` leaves room, and adds them to it. Labels out of sight are left out. */
export function* placeLabels(
  candidates: Iterable<Candidate>,
  { layer, view, placed }: { layer: StyleLayer; view: View; placed: Obstacle[] },
): Generator<PlacedLabel> {
  const picture: Box = [0, 0, view.width, view.height];
  const padding = layer.number('text-padding', view.zoom);
  for (const { text, feature, at } of candidates) {
    const size = layer.number('text-size', view.zoom, feature);
    // The space of a label is that for its size at the next zoom level.
    const reservedSize = layer.number('text-size', Math.floor(view.zoom) + 1, feature);
    const scale = reservedSize / ONE_EM;
    const obstacles =
      'point' in at
        ? [{ box: widenBox(toBox(text, at.point, scale), padding) }]
        : createCircles(text, at, { size, radius: ((text.bottom - text.top) * scale) / 2 + padding });
    const isInReach = obstacles.some(({ box }) => isOverlapping(box, widenBox(picture, MARGIN_PX)));
    if (!isInReach || obstacles.some((obstacle) => placed.some((other) => overlaps(obstacle, other)))) continue;
    placed.push(...obstacles);
    if (!obstacles.some(({ box }) => isOverlapping(box, picture))) continue;
    const glyphs = 'point' in at ? placeAtPoint(text, at.point, size) : placeOnLine(text, at, size);
    if (glyphs.length > 0) yield { size, glyphs };
  }
}

function toBox({ left, top, right, bottom }: ShapedText, [x, y]: readonly [number, number], scale: number): Box {
  return [x + left * scale, y + top * scale, x + right * scale, y + bottom * scale];
}

const isOverlapping = (a: Box, b: Box) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

function placeAtPoint({ glyphs }: ShapedText, [x, y]: readonly [number, number], size: number): PlacedGlyph[] {
  const scale = size / ONE_EM;
  return glyphs.map((glyph) => ({
    character: glyph.character,
    x: x + glyph.x * scale,
    y: y + glyph.y * scale,
    angle: 0,
  }));
}

type OnLine = { line: LinePath; distance: number };

/** Sets each glyph on the line by its middle, from the other end when the text would be upside down. */
function placeOnLine(text: ShapedText, { line, distance }: OnLine, size: number): PlacedGlyph[] {
  const scale = size / ONE_EM;
  const middles = text.glyphs.map((glyph) => (glyph.x + glyph.advance / 2) * scale);
  const forward = middles.map((middle) => line.at(distance + middle));
  const isUpsideDown = (forward[0]?.x ?? 0) > (forward.at(-1)?.x ?? 0);
  const points = isUpsideDown ? middles.map((middle) => line.at(distance - middle)) : forward;
  if (!points.every((point) => point !== undefined)) return [];
  return text.glyphs.map(({ character, y, advance }, i) => {
    const point = points[i] as PointOnLine;
    const angle = point.angle + (isUpsideDown ? Math.PI : 0);
    const [right, down] = [(-advance / 2) * scale, y * scale];
    return {
      character,
      x: point.x + right * Math.cos(angle) - down * Math.sin(angle),
      y: point.y + right * Math.sin(angle) + down * Math.cos(angle),
      angle,
    };
  });
}

/** Covers a name along a line with circles; none when the line is too short. */
function createCircles(
  { glyphs }: ShapedText,
  { line, distance }: OnLine,
  { size, radius }: { size: number; radius: number },
): Obstacle[] {
  const [first, last] = [glyphs[0], glyphs.at(-1)];
  if (first === undefined || last === undefined) return [];
  const scale = size / ONE_EM;
  const start = distance + (first.x + first.advance / 2) * scale;
  const end = distance + (last.x + last.advance / 2) * scale;
  if (start < 0 || end > line.length) return [];
  const inset = Math.min(CIRCLE_INSET * radius, (end - start) / 2);
  const length = end - start - 2 * inset;
  const count = end - start <= radius / 2 ? 1 : Math.ceil(length / (CIRCLE_DISTANCE * radius)) + 1;
  return Array.from({ length: count }, (_, i) => {
    const point = line.at(start + inset + (length * i) / Math.max(count - 1, 1));
    return circle(point?.x ?? 0, point?.y ?? 0, radius);
  });
}

/** The place of a label, which no other label overlaps: a box, or the circle inside it where it has a radius. */
export type Obstacle = { box: Box; radius?: number };

const circle = (x: number, y: number, radius: number): Obstacle => ({
  box: [x - radius, y - radius, x + radius, y + radius],
  radius,
});

function overlaps(a: Obstacle, b: Obstacle): boolean {
  if (a.box[0] > b.box[2] || b.box[0] > a.box[2] || a.box[1] > b.box[3] || b.box[1] > a.box[3]) return false;
  if (a.radius === undefined) return b.radius === undefined || hitsBox(b, b.radius, a.box);
  if (b.radius === undefined) return hitsBox(a, a.radius, b.box);
  const [ax, ay] = centreOf(a.box);
  const [bx, by] = centreOf(b.box);
  return Math.hypot(ax - bx, ay - by) < a.radius + b.radius;
}

function hitsBox({ box }: Obstacle, radius: number, [left, top, right, bottom]: Box): boolean {
  const [x, y] = centreOf(box);
  const dx = x - Math.min(Math.max(x, left), right);
  const dy = y - Math.min(Math.max(y, top), bottom);
  return Math.hypot(dx, dy) <= radius;
}

const centreOf = ([left, top, right, bottom]: Box) => [(left + right) / 2, (top + bottom) / 2] as const;
