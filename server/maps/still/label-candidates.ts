import { clipPolyline } from 'lineclip';
import { mergeLines } from '../geometry.ts';
import { getTolerance, MAX_DATA_ZOOM, simplifyLine } from './draw-shape.ts';
import { type FeatureSource, type MapFeature, mapVertices } from './feature-source.ts';
import { findAnchors, LinePath } from './line-path.ts';
import { ONE_EM, type ShapedText, shapeText, type Typeface } from './shape-text.ts';
import type { StyleLayer } from './style-layer.ts';
import { type Box, type Point, Projection, TILE_PX, type View } from './view.ts';

/** A label that may be placed if nothing else is in its place. */
export type Candidate = {
  text: ShapedText;
  feature: MapFeature;
  /** In pixels of the picture. */
  at: { point: Point } | { line: LinePath; distance: number };
};

type LabelSource = { layer: StyleLayer; source: FeatureSource; view: View; typeface: Typeface };

/** Units of a tile's coordinates. */
const EXTENT = 8192;

const UNITS_PER_PX = EXTENT / TILE_PX;

/** MapLibre places names along lines for the text size at this zoom, so that they stay where they are while zooming. */
const ANCHOR_ZOOM = 18;
/** Keeps a name away from the junction at the start of its street, in ems. */
const START_OFFSET = 2;
/** The length of a line over which its turns are added up, in ems. */
const ANGLE_WINDOW = 0.6;

/** The labels of a layer, the most important first. */
export function* findCandidates(from: LabelSource): Generator<Candidate> {
  const { layer, view } = from;
  const zoom = Math.floor(view.zoom);
  const tiles = coverView(view);
  if (!layer.isSorted) {
    for (const tile of tiles) yield* findInTile(tile, from);
    return;
  }
  const sortKey = ({ feature }: Candidate) => layer.number('symbol-sort-key', zoom, feature);
  yield* tiles.flatMap((tile) => [...findInTile(tile, from)]).sort((a, b) => sortKey(a) - sortKey(b));
}

function findInTile(tile: Tile, from: LabelSource): Generator<Candidate> {
  const { layer, source } = from;
  const features = source.find(tile.box).filter((feature) => layer.hasFeature(feature, tile.zoom));
  return layer.text('symbol-placement', tile.zoom) === 'line'
    ? findOnLines(features, tile, from)
    : findAtPoints(features, tile, from);
}

function* findAtPoints(features: readonly MapFeature[], tile: Tile, from: LabelSource): Generator<Candidate> {
  const projection = new Projection(from.view);
  for (const feature of features) {
    const text = shape(feature, tile, from);
    if (text === undefined) continue;
    for (const part of feature.parts) {
      const [x = 0, y = 0] = toTileUnits(part, tile)[0] ?? [];
      // Labels on an edge belong to one of both tiles.
      const isInTile = x >= 0 && x < EXTENT && y >= 0 && y < EXTENT;
      if (isInTile) yield { text, feature, at: { point: projection.toPixels(part[0] ?? 0, part[1] ?? 0) } };
    }
  }
}

function* findOnLines(features: readonly MapFeature[], tile: Tile, from: LabelSource): Generator<Candidate> {
  const toPixels = createTileProjection(tile, from.view);
  const namedLines = features.flatMap((feature) => {
    const name = from.layer.text('text-field', tile.zoom, feature);
    return toTileLines(feature, tile).map((line) => ({ name, line, feature }));
  });
  const usedByName = new Map<string, Point[]>();
  for (const { name, line, feature } of mergeLines(namedLines)) {
    const text = shape(feature, tile, from);
    if (text === undefined) continue;
    const used = usedByName.get(name) ?? [];
    usedByName.set(name, used);
    for (const clipped of clipPolyline(line, [0, 0, EXTENT, EXTENT])) {
      const path = new LinePath(clipped.map(toPixels));
      const options = readAnchorOptions(feature, text, tile, from);
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
function readAnchorOptions(feature: MapFeature, text: ShapedText, tile: Tile, { layer, view }: LabelSource) {
  const scale = 2 ** (view.zoom - tile.zoom);
  const emPx = layer.number('text-size', ANCHOR_ZOOM, feature) * scale;
  return {
    spacing: layer.number('symbol-spacing', tile.zoom, feature) * scale,
    maxAngle: (layer.number('text-max-angle', tile.zoom, feature) * Math.PI) / 180,
    labelLength: ((text.right - text.left) / ONE_EM) * emPx,
    angleWindow: ANGLE_WINDOW * emPx,
    startOffset: START_OFFSET * emPx,
    overscaling: 2 ** (tile.zoom - tile.z),
  };
}

function createTileProjection(tile: Tile, view: View): (point: Point) => Point {
  const projection = new Projection(view);
  const [left, top] = projection.toPixels(tile.box[0], tile.box[1]);
  const pxPerUnit = projection.scale / 2 ** tile.z / EXTENT;
  return ([x, y]) => [left + x * pxPerUnit, top + y * pxPerUnit];
}

const isOnEdge = (point: Point | undefined) => point?.some((value) => value === 0 || value === EXTENT) ?? false;

const isNear = ([x, y]: Point, others: readonly Point[], distance: number) =>
  others.some((other) => Math.hypot(other[0] - x, other[1] - y) < distance);

/** Lays out the text of a feature; undefined when it has none or the font lacks a character. */
function shape(feature: MapFeature, { zoom }: Tile, { layer, typeface }: LabelSource): ShapedText | undefined {
  const text = layer.text('text-field', zoom, feature);
  if (text === '' || !typeface.hasText(text)) return undefined;
  const isOnLine = layer.text('symbol-placement', zoom) === 'line';
  const [x = 0, y = 0] = layer.list('text-offset', zoom, feature).map(Number);
  return shapeText(text, {
    typeface,
    letterSpacing: layer.number('text-letter-spacing', zoom, feature) * ONE_EM,
    maxWidth: isOnLine ? Number.POSITIVE_INFINITY : layer.number('text-max-width', zoom, feature) * ONE_EM,
    offset: [x * ONE_EM, y * ONE_EM],
    anchor: layer.text('text-anchor', zoom, feature),
  });
}

/** A data tile. MapLibre places the labels of each by itself, so a picture does too. */
type Tile = {
  z: number;
  x: number;
  y: number;
  /** The tile's zoom level plus those by which it is enlarged. */
  zoom: number;
  /** In web mercator. */
  box: Box;
};

/** The tiles of a view in the order in which MapLibre places their labels. */
function coverView(view: View): Tile[] {
  const zoom = Math.floor(view.zoom);
  const z = Math.min(zoom, MAX_DATA_ZOOM);
  const count = 2 ** z;
  const corners = new Projection(view).toMercatorBox([0, 0, view.width, view.height]);
  const [left, top, right, bottom] = corners.map((value) => Math.floor(value * count)) as Box;
  const tiles: Tile[] = [];
  for (let y = bottom; y >= top; y--) {
    for (let x = right; x >= left; x--) {
      tiles.push({ z, x, y, zoom, box: [x / count, y / count, (x + 1) / count, (y + 1) / count] });
    }
  }
  return tiles;
}

/** The lines of a feature in units of the tile. */
function toTileLines({ parts }: MapFeature, tile: Tile): Point[][] {
  return parts.map((part) =>
    simplifyLine(toTileUnits(part, tile), getTolerance(tile.z) * UNITS_PER_PX).map(
      ([x, y]): Point => [Math.round(x), Math.round(y)],
    ),
  );
}

function toTileUnits(part: Float64Array, { z, x: tileX, y: tileY }: Tile): Point[] {
  const count = 2 ** z;
  return mapVertices(part, (x, y): Point => [(x * count - tileX) * EXTENT, (y * count - tileY) * EXTENT]);
}
