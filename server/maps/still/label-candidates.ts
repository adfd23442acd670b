import { clipPolyline } from 'lineclip';
import { mergeLines } from '../geometry.ts';
import { MAX_TILE_ZOOM } from '../style/map-layers.ts';
import { EXTENT } from '../tiles.ts';
import { findAnchors, LinePath } from './line-path.ts';
import { ONE_EM, type ShapedText, shapeText, type Typeface } from './shape-text.ts';
import type { StyleLayer } from './style-layer.ts';
import type { Point, View } from './view.ts';
import type { MapFeature, ViewTile } from './view-tiles.ts';

/** A label that may be placed if nothing else is in its place. */
export type Candidate = {
  text: ShapedText;
  feature: MapFeature;
  /** In pixels of the picture. */
  at: { point: Point } | { line: LinePath; distance: number };
};

type LabelSource = { layer: StyleLayer; tiles: readonly ViewTile[]; view: View; typeface: Typeface };

/** MapLibre places names along lines for the text size at this zoom, so that they stay where they are while zooming. */
const ANCHOR_ZOOM = 18;
/** Keeps a name away from the junction at the start of its street, in ems. */
const START_OFFSET = 2;
/** The length of a line over which its turns are added up, in ems. */
const ANGLE_WINDOW = 0.6;

/** The labels of a layer, the most important first. */
export function* findCandidates(from: LabelSource): Generator<Candidate> {
  const { layer, tiles, view } = from;
  if (!layer.isSorted) {
    for (const tile of tiles) yield* findInTile(tile, from);
    return;
  }
  const sortKey = ({ feature }: Candidate) => layer.number('symbol-sort-key', Math.floor(view.zoom), feature);
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
      if (isInTile) yield { text, feature, at: { point: tile.toPixels([x, y]) } };
    }
  }
}

function* findOnLines(features: readonly MapFeature[], tile: ViewTile, from: LabelSource): Generator<Candidate> {
  const zoom = Math.floor(from.view.zoom);
  const namedLines = features.flatMap((feature) => {
    const name = from.layer.text('text-field', zoom, feature);
    return feature.parts.map((line) => ({ name, line, feature }));
  });
  const usedByName = new Map<string, Point[]>();
  for (const { name, line, feature } of mergeLines(namedLines)) {
    const text = shape(feature, from);
    if (text === undefined) continue;
    const used = usedByName.get(name) ?? [];
    usedByName.set(name, used);
    for (const clipped of clipPolyline(line, [0, 0, EXTENT, EXTENT])) {
      const path = new LinePath(clipped.map(tile.toPixels));
      const options = readAnchorOptions(feature, text, from);
      for (const distance of findAnchors(path, { ...options, isContinued: isOnEdge(clipped[0]) })) {
        const { x, y } = path.at(distance) ?? { x: 0, y: 0 };
        if (isNear([x, y], used, options.spacing / 2)) continue;
        used.push([x, y]);
        yield { text, feature, at: { line: path, distance } };
      }
    }
  }
}

/** How to place a name along its line, in pixels of the picture. */
function readAnchorOptions(feature: MapFeature, text: ShapedText, { layer, view }: LabelSource) {
  const zoom = Math.floor(view.zoom);
  const scale = 2 ** (view.zoom - zoom);
  const emPx = layer.number('text-size', ANCHOR_ZOOM, feature) * scale;
  return {
    spacing: layer.number('symbol-spacing', zoom, feature) * scale,
    maxAngle: (layer.number('text-max-angle', zoom, feature) * Math.PI) / 180,
    labelLength: ((text.right - text.left) / ONE_EM) * emPx,
    angleWindow: ANGLE_WINDOW * emPx,
    startOffset: START_OFFSET * emPx,
    overscaling: 2 ** Math.max(zoom - MAX_TILE_ZOOM, 0),
  };
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
