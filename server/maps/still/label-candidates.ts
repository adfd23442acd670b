import { clipPolyline } from 'lineclip';
import { MAX_TILE_ZOOM } from '../style/map-layers.ts';
import { EXTENT } from '../tiles.ts';
import { ONE_EM, type ShapedText, shapeText, type Typeface } from './shape-text.ts';
import type { StyleLayer } from './style-layer.ts';
import type { MapFeature, Point, View, ViewTile } from './view.ts';

/** A label that may be placed if nothing else is in its place. */
export type Candidate = {
  text: ShapedText;
  feature: MapFeature;
  /** The middle of each glyph on the street, or on a level line through the anchor; in pixels of the picture. */
  middles: PointOnLine[];
  anchor?: Point;
};

type LabelSource = { layer: StyleLayer; tiles: readonly ViewTile[]; view: View; typeface: Typeface };

/** MapLibre places names along lines for the text size at this zoom, so that they stay where they are while zooming. */
const ANCHOR_ZOOM = 18;
/** Keeps a name away from the junction at the start of its street, in ems. */
const START_OFFSET = 2;

/** The labels of a layer, the most important first. */
export function* findCandidates(from: LabelSource): Generator<Candidate> {
  const { layer, tiles, view } = from;
  // Candidates without a key stay in their order.
  const sortKey = ({ feature }: Candidate) => layer.number('symbol-sort-key', Math.floor(view.zoom), feature) || 0;
  yield* tiles.flatMap((tile) => [...findInTile(tile, from)]).sort((a, b) => sortKey(a) - sortKey(b));
}

function findInTile(tile: ViewTile, from: LabelSource): Generator<Candidate> {
  const { layer, view } = from;
  const zoom = Math.floor(view.zoom);
  const features = (tile.layers[layer.source] ?? []).filter((feature) => layer.hasFeature(feature, zoom));
  return layer.text('symbol-placement', zoom) === 'line'
    ? findOnLines(features, tile, from)
    : findAtPoints(features, tile, from);
}

function* findAtPoints(features: readonly MapFeature[], tile: ViewTile, from: LabelSource): Generator<Candidate> {
  for (const feature of features) {
    const text = shape(feature, from);
    if (text === undefined) continue;
    for (const [[x, y] = [-1, -1]] of feature.parts) {
      // Labels on an edge belong to one of both tiles.
      const isInTile = x >= 0 && x < EXTENT && y >= 0 && y < EXTENT;
      if (!isInTile) continue;
      const anchor = tile.toPixels([x, y]);
      const { scale } = readLengths(feature, text, from);
      const middles = measureMiddles(text, scale).map((right) => ({ x: anchor[0] + right, y: anchor[1], angle: 0 }));
      yield { text, feature, anchor, middles };
    }
  }
}

function* findOnLines(features: readonly MapFeature[], tile: ViewTile, from: LabelSource): Generator<Candidate> {
  const zoom = Math.floor(from.view.zoom);
  const usedByName = new Map<string, Point[]>();
  for (const feature of features) {
    const text = shape(feature, from);
    if (text === undefined) continue;
    const name = from.layer.text('text-field', zoom, feature);
    const used = usedByName.get(name) ?? [];
    usedByName.set(name, used);
    for (const clipped of feature.parts.flatMap((line) => clipPolyline(line, [0, 0, EXTENT, EXTENT]))) {
      const path = new LinePath(clipped.map(tile.toPixels));
      const { maxAngle, scale, spacing, ...lengths } = readLengths(feature, text, from);
      const locate = (distance: number) => locateGlyphs(text, path, distance, scale);
      const isReadable = (distance: number) => isStraight(locate(distance), maxAngle);
      const isContinued = isOnEdge(clipped[0]);
      for (const distance of findAnchors(path, { spacing, ...lengths }, isContinued, isReadable)) {
        const { x, y } = path.at(distance) ?? { x: 0, y: 0 };
        if (isNear([x, y], used, spacing / 2)) continue;
        used.push([x, y]);
        yield { text, feature, middles: locate(distance) };
      }
    }
  }
}

/** How to place a name along its line, in pixels of the picture. */
function readLengths(feature: MapFeature, text: ShapedText, { layer, view }: LabelSource) {
  const zoom = Math.floor(view.zoom);
  const growth = 2 ** (view.zoom - zoom);
  const emPx = layer.number('text-size', ANCHOR_ZOOM, feature) * growth;
  return {
    scale: layer.number('text-size', view.zoom, feature) / ONE_EM,
    spacing: layer.number('symbol-spacing', zoom, feature) * growth,
    maxAngle: (layer.number('text-max-angle', zoom, feature) * Math.PI) / 180,
    labelLength: ((text.right - text.left) / ONE_EM) * emPx,
    startOffset: START_OFFSET * emPx,
    overscaling: 2 ** Math.max(zoom - MAX_TILE_ZOOM, 0),
  };
}

/** Finds the distances from the start of a line at which MapLibre tries to place its name, as far as it can be read there. */
function findAnchors(
  path: LinePath,
  { spacing, labelLength, startOffset, overscaling }: Omit<ReturnType<typeof readLengths>, 'scale' | 'maxAngle'>,
  isContinued: boolean,
  isReadable: (distance: number) => boolean,
): number[] {
  const half = labelLength / 2;
  // At least a quarter of the spacing stays between two names.
  const step = Math.max(spacing, labelLength + spacing / 4);
  const findFrom = (start: number) => {
    const anchors: number[] = [];
    for (let distance = start; distance + half <= path.length; distance += step)
      if (distance >= half && isReadable(distance)) anchors.push(distance);
    return anchors;
  };
  const first = isContinued ? step / 2 : half + startOffset;
  const anchors = findFrom((first * overscaling) % step);
  return anchors.length > 0 || isContinued ? anchors : findFrom(path.length / 2);
}

/**
 * Finds the middle of each glyph on the line, from the other end when the text would be upside down; none when the line is
 * too short.
 */
function locateGlyphs(text: ShapedText, line: LinePath, distance: number, scale: number): PointOnLine[] {
  const middles = measureMiddles(text, scale);
  const forward = middles.map((middle) => line.at(distance + middle));
  const isUpsideDown = (forward[0]?.x ?? 0) > (forward.at(-1)?.x ?? 0);
  const points = isUpsideDown ? middles.map((middle) => line.at(distance - middle)) : forward;
  const found = points.filter((point) => point !== undefined);
  if (found.length < points.length) return [];
  return found.map(({ angle, ...point }) => ({ ...point, angle: angle + (isUpsideDown ? Math.PI : 0) }));
}

const measureMiddles = ({ glyphs }: ShapedText, scale: number) =>
  glyphs.map(({ x, advance }) => (x + advance / 2) * scale);

/** Whether no glyph is turned from the one before so far that the name cannot be read. */
function isStraight(middles: readonly PointOnLine[], maxAngle: number): boolean {
  const turns = middles.slice(1).map(({ angle }, i) => Math.abs(angle - (middles[i]?.angle ?? angle)));
  return middles.length > 0 && turns.every((turn) => Math.min(turn, 2 * Math.PI - turn) <= maxAngle);
}

const isOnEdge = (point: Point | undefined) => point?.some((value) => value === 0 || value === EXTENT) ?? false;

const isNear = ([x, y]: Point, others: readonly Point[], distance: number) =>
  others.some((other) => Math.hypot(other[0] - x, other[1] - y) < distance);

/** Lays out the text of a feature; undefined when it has none or the font lacks a character. */
function shape(feature: MapFeature, { layer, view, typeface }: LabelSource): ShapedText | undefined {
  const zoom = Math.floor(view.zoom);
  const text = layer.text('text-field', zoom, feature);
  if (text === '' || !typeface.hasText(text)) return undefined;
  const isOnLine = layer.text('symbol-placement', zoom) === 'line';
  return shapeText(text, {
    typeface,
    letterSpacing: layer.number('text-letter-spacing', zoom, feature) * ONE_EM,
    maxWidth: isOnLine ? Number.POSITIVE_INFINITY : layer.number('text-max-width', zoom, feature) * ONE_EM,
  });
}

export type PointOnLine = { x: number; y: number /** In radians, clockwise. */; angle: number };

/** A line that is measured along its length. */
class LinePath {
  readonly #points: readonly Point[];
  readonly #distances: number[];

  constructor(points: readonly Point[]) {
    let distance = 0;
    this.#points = points;
    this.#distances = points.map((point, i) => {
      distance += distanceBetween(points[i - 1] ?? point, point);
      return distance;
    });
  }

  get length(): number {
    return this.#distances.at(-1) ?? 0;
  }

  /** Finds the point at a distance from the start; undefined beyond the ends. */
  at(distance: number): PointOnLine | undefined {
    if (distance < 0 || distance > this.length) return undefined;
    const next = this.#distances.findIndex((reached, i) => i > 0 && reached >= distance);
    const from = this.#points[next - 1];
    const to = this.#points[next];
    if (from === undefined || to === undefined) return undefined;
    const start = this.#distances[next - 1] ?? 0;
    const share = (distance - start) / ((this.#distances[next] ?? 0) - start || 1);
    return {
      x: from[0] + (to[0] - from[0]) * share,
      y: from[1] + (to[1] - from[1]) * share,
      angle: Math.atan2(to[1] - from[1], to[0] - from[0]),
    };
  }
}

const distanceBetween = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);
