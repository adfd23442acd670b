import type { GeoJSONVTFeature } from '@maplibre/geojson-vt';
import { MAX_TILE_ZOOM } from '../style/map-layers.ts';
import { EXTENT, type MapTiles } from '../tiles.ts';
import { type Box, type Point, Projection, type View } from './view.ts';

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
  const projection = new Projection(view);
  const corners = projection.toMercatorBox([0, 0, view.width, view.height]);
  const [left, top, right, bottom] = corners.map((value) => Math.floor(value * count)) as Box;
  const tiles: ViewTile[] = [];
  for (let y = bottom; y >= top; y--) {
    for (let x = right; x >= left; x--) {
      const layers = Object.entries(map.cut({ z, x, y }));
      tiles.push({
        layers: Object.fromEntries(layers.map(([name, { features }]) => [name, features.map(toMapFeature)])),
        toPixels: (point) => projection.toPixels((x + point[0] / EXTENT) / count, (y + point[1] / EXTENT) / count),
      });
    }
  }
  return tiles;
}
