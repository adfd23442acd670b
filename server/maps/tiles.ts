import { type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import Flatbush from 'flatbush';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { unproject } from '../../domain/zones/map.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { type Bounds, getBounds, type LngLat } from './geometry.ts';
import type { MapData } from './map-data.ts';
import { type LayerFeature, MAX_TILE_ZOOM, type MapLayers, toMapLayers } from './style/map-layers.ts';
import { TILE_TYPE } from './style/map-style.ts';
import { STREET_RANKS } from './style/style-layers.ts';

const ONE_YEAR = 'public, max-age=31536000, immutable';

/** `/tiles/{version}/{z}/{x}/{y}.mvt`. A tile never changes: other data is another version. */
export function createTileApi(tiles: MapTiles): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.get('/tiles/:version{\\w{1,40}}/:z{\\d{1,2}}/:x{\\d{1,5}}/:y{(\\d{1,5})\\.mvt}', (c) => {
    const { z, x, y } = c.req.param();
    const address = { z: Number(z), x: Number(x), y: Number.parseInt(y, 10) };
    const count = 2 ** address.z;
    if (address.z > MAX_TILE_ZOOM || address.x >= count || address.y >= count) return c.notFound();
    const tile = new Uint8Array(fromGeojsonVt(tiles.cut(address), { version: 2, extent: EXTENT }));
    c.header('cache-control', ONE_YEAR);
    return tile.length === 0 ? c.body(null, 204) : c.body(tile, 200, { 'content-type': TILE_TYPE });
  });
  return api;
}

/** Where the style begins to name sectors, in whole levels. */
const SECTORS_FROM_ZOOM = 12;
/** A tile is so many units wide, and holds features up to so many units beyond its edges: half of the widest street. */
export const EXTENT = 4096;
const BUFFER = 128;
/** About 20 MB. */
const MAX_RECENT_VERTICES = 400_000;

type TileAddress = { z: number; x: number; y: number };

/** The features of a layer, and the zoom from which on tiles hold them. */
type Part = { layer: keyof MapLayers; fromZoom: number; features: readonly LayerFeature[]; index: Flatbush };

/** The layers that have features in a tile, in units of the tile. */
type TileLayers = { [layer: string]: GeoJSONVTTile };

/** Cuts tiles from the map. Each class of streets is in the tiles from the zoom on at which the style draws it. */
export class MapTiles {
  readonly #parts: readonly Part[];
  readonly #recent = new LRUCache<string, TileLayers>({ maxSize: MAX_RECENT_VERTICES });

  constructor(data: MapData) {
    const { land, water, streets, places } = toMapLayers(data);
    const isSector = ({ properties }: LayerFeature) => properties.kind === 'sector';
    this.#parts = [
      createPart('land', 0, land),
      createPart('water', 0, water),
      ...STREET_RANKS.map(({ classes, minzoom }) => {
        const isOfRank = ({ properties }: LayerFeature) => classes.some((known) => known === properties.class);
        return createPart('streets', Math.floor(minzoom), streets.filter(isOfRank));
      }),
      createPart(
        'places',
        0,
        places.filter((place) => !isSector(place)),
      ),
      createPart('places', SECTORS_FROM_ZOOM, places.filter(isSector)),
    ].filter((part) => part !== undefined);
  }

  cut(address: TileAddress): TileLayers {
    const { z, x, y } = address;
    const key = `${z}/${x}/${y}`;
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const box = getTileBounds(address);
    const layers: TileLayers = {};
    let vertices = 0;
    for (const { layer, fromZoom, features, index } of this.#parts) {
      if (z < fromZoom) continue;
      const found = index.search(...box).sort((a, b) => a - b);
      const near = { type: 'FeatureCollection' as const, features: found.flatMap((i) => features[i] ?? []) };
      const tile = geoJSONToTile(near, z, x, y, { maxZoom: MAX_TILE_ZOOM, extent: EXTENT, buffer: BUFFER, clip: true });
      if (tile.features.length === 0) continue;
      layers[layer] = { ...tile, features: [...(layers[layer]?.features ?? []), ...tile.features] };
      vertices += tile.numSimplified ?? 0;
    }
    this.#recent.set(key, layers, { size: vertices + 1 });
    return layers;
  }
}

/** Undefined without features, because Flatbush rejects an empty index. */
function createPart(layer: keyof MapLayers, fromZoom: number, features: readonly LayerFeature[]): Part | undefined {
  if (features.length === 0) return undefined;
  const index = new Flatbush(features.length);
  for (const { geometry } of features) index.add(...getBounds(getVertices(geometry)));
  index.finish();
  return { layer, fromZoom, features, index };
}

function getVertices(geometry: LayerFeature['geometry']): LngLat[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'LineString':
      return geometry.coordinates;
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
  }
}

function getTileBounds({ z, x, y }: TileAddress): Bounds {
  const count = 2 ** z;
  const margin = BUFFER / EXTENT;
  const northWest = unproject({ x: (x - margin) / count, y: (y - margin) / count });
  const southEast = unproject({ x: (x + 1 + margin) / count, y: (y + 1 + margin) / count });
  return [northWest.lng, southEast.lat, southEast.lng, northWest.lat];
}
