import type { GeoJSONVTFeature } from '@maplibre/geojson-vt';
import { project } from '../../../domain/zones/map.ts';
import { MAX_TILE_ZOOM } from '../style/map-layers.ts';
import { EXTENT, type MapTiles } from '../tiles.ts';

/** `x` to the right and `y` down. */
export type Point = [number, number];

/** What a picture shows: the position in its centre, MapLibre's zoom, and its size in CSS pixels. */
export type View = { lat: number; lng: number; zoom: number; width: number; height: number };

/** Left, top, right, bottom. */
export type Box = [number, number, number, number];

/** A picture is drawn in whole tenths of a pixel, which are shorter than decimals. */
export const UNITS_PER_PX = 10;

export const toUnits = (pixels: number) => Math.round(pixels * UNITS_PER_PX);

/** Pixels of the world at zoom 0, as in MapLibre. */
const TILE_PX = 512;

/** Converts web mercator (the world from 0 to 1, from its north-western corner) to pixels of the picture. */
export function createProjection({ lat, lng, zoom, width, height }: View) {
  const centre = project({ lat, lng });
  /** Pixels of the whole world. */
  const scale = TILE_PX * 2 ** zoom;
  const left = centre.x * scale - width / 2;
  const top = centre.y * scale - height / 2;
  return { scale, left, top, toPixels: (x: number, y: number): Point => [x * scale - left, y * scale - top] };
}

export const widenBox = ([left, top, right, bottom]: Box, by: number): Box => [
  left - by,
  top - by,
  right + by,
  bottom + by,
];

/** A feature in units of its tile; a multi-polygon is one list of rings. */
export type MapFeature = { type: GeoJSONVTFeature['type']; properties: Record<string, unknown>; parts: Point[][] };

const toMapFeature = (feature: GeoJSONVTFeature): MapFeature => ({
  type: feature.type,
  properties: feature.tags ?? {},
  parts: feature.type === 1 ? feature.geometry.map((point) => [point]) : feature.geometry,
});

/** A tile in a view. MapLibre places the labels of each by itself, so a picture does too. */
export type ViewTile = {
  layers: { [name: string]: MapFeature[] };
  toPixels: (point: Point) => Point;
};

/** The tiles of a view in the order in which MapLibre places their labels. */
export function coverView(view: View, map: MapTiles): ViewTile[] {
  const z = Math.min(Math.floor(view.zoom), MAX_TILE_ZOOM);
  const count = 2 ** z;
  const { scale, left, top, toPixels } = createProjection(view);
  const toTile = (pixels: number) => Math.floor((pixels / scale) * count);
  const tiles: ViewTile[] = [];
  for (let y = toTile(top + view.height); y >= toTile(top); y--) {
    for (let x = toTile(left + view.width); x >= toTile(left); x--) {
      const layers = Object.entries(map.cut({ z, x, y }));
      tiles.push({
        layers: Object.fromEntries(layers.map(([name, { features }]) => [name, features.map(toMapFeature)])),
        toPixels: (point) => toPixels((x + point[0] / EXTENT) / count, (y + point[1] / EXTENT) / count),
      });
    }
  }
  return tiles;
}
