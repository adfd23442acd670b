import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import { basePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { extractLocaleFromRequest } from '#language';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { readClientNetworks } from '../../supabase-server/client-address.ts';
import type { Config } from '../config/config.ts';
import { ThreadBusyError } from '../shared-thread.ts';
import { createMapComputer, type MapComputer } from './map-computer.ts';
import { hasImportedMap, readMapVersion } from './map-data.ts';
import { createMapStyle } from './style/map-style.ts';

type Options = {
  /** Without `dataDir` the built-in map is used even if there is an import. */
  config: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'dataDir'>>;
  log?: Logger;
  /** The time of departure of every route. */
  now?: () => Date;
};

const RETRY_AFTER_SECONDS = 2;

/** What the thread of the map responds to: tiles, pictures, search and routes. */
const COMPUTED = [
  '/tiles/*',
  '/still.svg',
  '/api',
  '/api/',
  '/reverse',
  '/reverse/',
  '/:service/:version/:profile/:coordinates{.+}',
  '/:service{(route|nearest|table|match|trip|tile)}/*',
];

async function respondComputed(c: Context<AppEnv>, computer: MapComputer, now: Date): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const path = pathname.slice(basePath(c).replace(/\/$/, '').length);
  const tag = c.req.header('if-none-match');
  const { status, headers, body } = await computer.compute(readClientNetworks(c), {
    url: path + search,
    headers: tag === undefined ? {} : { 'if-none-match': tag },
    now: now.getTime(),
  });
  const hasBody = status !== 304 && status !== 204;
  return c.newResponse(hasBody ? body : null, status as ContentfulStatusCode, Object.fromEntries(headers));
}

/**
 * Map services without internet access and keys: style and tiles for MapLibre, search in Photon's format, directions in
 * OSRM's. Any origin may use them, so that they can be the outside services of another Parqueo.
 */
export function createMapsApi({ config, log, now = () => new Date() }: Options): Hono<AppEnv> {
  const { dataDir, publicUrl } = config;
  const computer = createMapComputer({ dataDir }, log);
  // A large map takes seconds to load.
  if (hasImportedMap(dataDir)) computer.start();
  const api = new Hono<AppEnv>();
  api.use(cors({ origin: '*', allowMethods: ['GET'] }));
  api.route('/', createStyleApi({ version: readMapVersion(dataDir), publicUrl }));
  api.on('GET', COMPUTED, (c) => respondComputed(c, computer, now()));
  api.onError((error, c) => {
    if (!(error instanceof ThreadBusyError)) throw error;
    if (error.cause !== undefined) c.get('log')?.error({ err: error }, 'the map was not computed');
    const body = { code: 'unavailable', message: error.message };
    return c.json(body, error.status, { 'retry-after': `${RETRY_AFTER_SECONDS}` });
  });
  return api;
}

/** `/style.json?theme=light|dark`. @param version of the map, which is part of the addresses of its tiles */
function createStyleApi({ version, publicUrl }: { version: string; publicUrl: string }): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.get('/style.json', etag(), (c) => {
    const theme = c.req.query('theme') ?? 'light';
    if (theme !== 'light' && theme !== 'dark') return c.json({ message: 'theme takes light or dark' }, 400);
    c.header('cache-control', 'public, no-cache');
    for (const name of ['Origin', 'Cookie', 'Accept-Language']) c.header('vary', name, { append: true });
    const tilesUrl = `${getBaseUrl(c, publicUrl)}/maps/tiles/${version}/{z}/{x}/{y}.mvt`;
    return c.json(createMapStyle(theme, tilesUrl, extractLocaleFromRequest(c.req.raw)));
  });
  return api;
}

/**
 * MapLibre resolves the addresses of tiles against the page instead of the style. So a page of another origin, which sends
 * `Origin`, needs absolute ones. Our own page needs relative ones, since it may be open under another name.
 */
function getBaseUrl(c: Context, publicUrl: string): string {
  const origin = c.req.header('origin');
  return origin === undefined || origin === new URL(c.req.url).origin ? '' : publicUrl;
}
