import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { AppEnv } from '../caller.ts';
import type { Config } from '../config.ts';
import { loadMap } from './load-map.ts';
import { createRouteApi } from './route/route-api.ts';
import { createSearchApi } from './search/search-api.ts';
import { createStillApi } from './still/still-api.ts';
import { createStyleApi } from './style/style-api.ts';

type Options = {
  /** Without `dataDir` the built-in map is used even if there is an import. */
  config: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'dataDir'>>;
  log?: Logger;
  /** The time of departure of every route. */
  now?: () => Date;
};

/**
 * Map services without internet access and keys: style and data for MapLibre, search in Photon's format, directions in
 * OSRM's. Any origin may use them, so that they can be the outside services of another Parqueo.
 */
export function createMapsApi({ config, log, now = () => new Date() }: Options): Hono<AppEnv> {
  const data = loadMap(config.dataDir, log);
  const api = new Hono<AppEnv>();
  api.use(cors({ origin: '*', allowMethods: ['GET'] }));
  api.route('/', createStyleApi({ data, publicUrl: config.publicUrl }));
  api.route('/', createStillApi(data));
  api.route('/', createSearchApi(data));
  api.route('/', createRouteApi({ streets: data.streets, now }));
  return api;
}
