import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import type { MapData } from '../map-data.ts';
import { MAX_TILE_ZOOM, toMapLayers } from '../style/map-layers.ts';
import { TILE_TYPE } from '../style/map-style.ts';
import { TileMaker } from './tile-maker.ts';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const MAX_CACHE_BYTES = 20_000_000;

/** `/tiles/{version}/{z}/{x}/{y}.mvt`. A tile never changes: other data is another version. */
export function createTileApi(data: MapData): Hono<AppEnv> {
  // A large map takes seconds to prepare.
  let maker = data.source === 'imported' ? new TileMaker(toMapLayers(data)) : undefined;
  const tiles = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });
  const api = new Hono<AppEnv>();
  api.get('/tiles/:version{\\w{1,40}}/:z{\\d{1,2}}/:x{\\d{1,5}}/:y{(\\d{1,5})\\.mvt}', (c) => {
    const { z, x, y } = c.req.param();
    const address = { z: Number(z), x: Number(x), y: Number.parseInt(y, 10) };
    const count = 2 ** address.z;
    if (address.z > MAX_TILE_ZOOM || address.x >= count || address.y >= count) return c.notFound();
    const key = `${address.z}/${address.x}/${address.y}`;
    maker ??= new TileMaker(toMapLayers(data));
    const tile = tiles.get(key) ?? maker.make(address);
    tiles.set(key, tile);
    c.header('cache-control', ONE_YEAR);
    return tile.length === 0 ? c.body(null, 204) : c.body(tile, 200, { 'content-type': TILE_TYPE });
  });
  return api;
}
