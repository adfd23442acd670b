import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { except } from 'hono/combine';
import { html } from 'hono/html';
import pTimeout from 'p-timeout';
import { extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import { MAP_START } from '../../domain/zones/map.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Config } from '../config/config.ts';
import type { InstallationSettings, ReadSettings } from '../config/read-settings.ts';
import type { Keys } from '../keys/keys.ts';
import { getPublicPushKey } from '../notifications/push-sender.ts';
import { pagePolicy } from './security-headers.ts';

const INLINE_SCRIPT = /<script>((?:(?!<\/?script>)[\s\S])*)<\/script>/g;

/** The manifest of each language. */
const MANIFEST = '/:file{manifest\\.\\w+\\.webmanifest}';

/** Addresses that browsers and password managers try by themselves, and what there is in their place. */
const WELL_KNOWN = { '/.well-known/change-password': '/settings', '/favicon.ico': '/icon.svg' };

/** A page waits no longer for the operator's name; the browser learns it with the other settings. */
const MAX_WAIT_MS = 1000;

const ONE_YEAR_S = 31_536_000;

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Redirects from another name of this machine to the public one, since sessions and mail links belong to one origin. */
function redirectToCanonicalHost({ publicUrl }: Pick<Config, 'publicUrl'>): MiddlewareHandler {
  const { hostname: canonical } = new URL(publicUrl);
  return async function redirectHost(c, next) {
    const { hostname, pathname, search } = new URL(c.req.url);
    const isAlias = LOOPBACK_NAMES.has(hostname) && LOOPBACK_NAMES.has(canonical) && hostname !== canonical;
    if (isAlias) return c.redirect(`${publicUrl}${pathname}${search}`, 302);
    await next();
  };
}

type WebBuildOptions = {
  config: Config;
  folder: string;
  /** The name that the page and the manifest have; without it their own, as with sample data. */
  readSettings?: ReadSettings;
  /** Where its pages may post a form, besides this server. */
  formOrigins?: readonly string[];
};

/**
 * Serves the web app from an absolute folder. Browsers cache files with a hash in their name for a year and revalidate
 * everything else. Any other path gets the page in the language of the request; the page has its own router. Where the
 * app shows that there is nothing, the status says so too.
 */
export function createWebBuild({ config, folder, readSettings, formOrigins }: WebBuildOptions): Hono<AppEnv> {
  const pagePath = join(folder, 'index.html');
  const appPaths = join(folder, 'paths.json');
  const app = new Hono<AppEnv>();
  if (!existsSync(pagePath) || !existsSync(appPaths)) {
    return app.get('*', (c) => c.text('The web app is not built yet: "npm run build" builds it.', 503));
  }
  app.use(redirectToCanonicalHost(config));
  const page = addMapStart(readFileSync(pagePath, 'utf8'), config);
  const inlineScripts = hashInlineScripts(page);
  app.use(except('/assets/*', pagePolicy(config, { inlineScripts, formOrigins })));
  // Browsers obey the policy of a file that is a worker, and ignore that of any other.
  app.use('/assets/*', pagePolicy(config, { compilesWasm: true }));
  app.use(async function setCaching(c, next) {
    await next();
    const isHashed = c.req.path.startsWith('/assets/') && c.res.status === 200;
    c.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache');
    if (!isHashed) c.header('vary', 'cookie, accept-language', { append: true });
  });
  const serveFile = serveStatic({ root: relative(process.cwd(), folder) || '.', precompressed: true });
  app.get('/assets/*', serveFile);
  // Sending the page for a missing script would cause a confusing error in the browser.
  app.get('/assets/*', (c) => c.notFound());
  const readName = config.samples || readSettings === undefined ? null : createNameReader(readSettings);
  const isOfApp = matchPaths(JSON.parse(readFileSync(appPaths, 'utf8')));
  const servePage: MiddlewareHandler = async (c) => {
    const isFound = isOfApp(c.req.path);
    const isForFile = basename(c.req.path).includes('.');
    if (!isFound && isForFile) return c.notFound();
    const name = (await readName?.()) ?? null;
    return c.html(writePage(page, extractLocaleFromRequest(c.req.raw), name), isFound ? 200 : 404);
  };
  for (const [path, target] of Object.entries(WELL_KNOWN)) app.get(path, (c) => c.redirect(target, 302));
  for (const path of ['/', '/index.html']) app.get(path, servePage);
  if (readName !== null) app.get(MANIFEST, serveNamedManifest(folder, readName));
  app.get('*', serveFile, servePage);
  return app;
}

/** Matches paths like the router of the app. @param paths have `*` where a parameter stands */
function matchPaths(paths: readonly string[]): (path: string) => boolean {
  const patterns = [...paths, '/index.html'].map(
    (path) => new URLPattern({ pathname: `${path.replace('*', ':parameter')}{/}?` }, { ignoreCase: true }),
  );
  return (pathname) => patterns.some((pattern) => pattern.test({ pathname }));
}

type Name = Pick<InstallationSettings, 'appName' | 'appDescription'>;

/** Reads the operator's name; the last one that was read when the database does not respond in time. */
function createNameReader(readSettings: ReadSettings): () => Promise<Name | null> {
  let latest: Name | null = null;
  return async () => {
    latest = await pTimeout(readSettings(), { milliseconds: MAX_WAIT_MS }).catch(() => latest);
    return latest;
  };
}

/** For readers that run no scripts: in a browser the page chooses its language itself. */
function writePage(page: string, locale: Language, name: Name | null): string {
  const description = name?.appDescription || m.app_description({}, { locale });
  const translated = page
    .replace(/<html lang="\w+">/, `<html lang="${locale}">`)
    .replace(/<meta name="description"[^<>]*>/, () => `${html`<meta name="description" content="${description}" />`}`);
  if (name === null) return translated;
  const { appName } = name;
  return translated
    .replace(/<title>[^<]*<\/title>/, () => `${html`<title>${appName}</title>`}`)
    .replace(
      /<meta name="apple-mobile-web-app-title"[^<>]*>/,
      () => `${html`<meta name="apple-mobile-web-app-title" content="${appName}" />`}`,
    );
}

/** Serves the manifests of a folder's web app with the operator's name. */
function serveNamedManifest(folder: string, readName: () => Promise<Name | null>): MiddlewareHandler {
  return async function serveManifest(c, next) {
    const path = join(folder, c.req.path);
    const name = existsSync(path) ? await readName() : null;
    if (name === null) return next();
    const manifest = {
      ...JSON.parse(readFileSync(path, 'utf8')),
      name: name.appName,
      short_name: name.appName,
      ...(name.appDescription && { description: name.appDescription }),
    };
    return c.body(JSON.stringify(manifest), 200, { 'content-type': 'application/manifest+json' });
  };
}

/** The page's inline scripts as sources of a content security policy, so that a browser runs these and no other. */
export function hashInlineScripts(html: string): string[] {
  const scripts = new Set([...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script));
  return [...scripts].map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

/** `/config.json`: the settings of the web app, none of them secret. */
export function createBrowserConfig(
  config: Config,
  { publishableKey, pushKey }: Pick<Keys, 'publishableKey' | 'pushKey'>,
): Hono<AppEnv> {
  const { googleMapsApiKey, googleMapsMapId, styleUrl, routerUrl, geocoderUrl } = config.maps;
  const body = {
    supabaseUrl: config.publicUrl,
    supabaseKey: publishableKey,
    lockVendorName: config.lockVendor.name,
    doubleConfirmChanges: config.auth.doubleConfirmChanges,
    samples: config.samples,
    /** What browsers subscribe to push notifications with; absent where there are none. */
    pushKey: pushKey && getPublicPushKey(pushKey),
    support: config.support,
    maps: {
      provider: googleMapsApiKey === undefined ? 'open' : 'google',
      googleMapsApiKey,
      googleMapsMapId,
      styleUrl: styleUrl ?? `${config.publicUrl}/maps/style.json`,
      routerUrl: routerUrl ?? `${config.publicUrl}/maps`,
      geocoderUrl: geocoderUrl ?? `${config.publicUrl}/maps`,
    },
  };
  return new Hono<AppEnv>().get('/config.json', (c) => {
    c.header('cache-control', 'no-cache');
    return c.json(body);
  });
}

/** Tells the page where it gets the picture of the map's first view; nothing when others draw the map. */
export function addMapStart(page: string, { maps, publicUrl }: Pick<Config, 'maps' | 'publicUrl'>): string {
  if (maps.googleMapsApiKey !== undefined || maps.styleUrl !== undefined) return page;
  const { lat, lng, zoom } = MAP_START;
  const address = `${publicUrl}/maps/still.svg?lat=${lat}&lng=${lng}&zoom=${zoom}`;
  return page.replace('<title>', (title) => `${html`<meta name="map-start" content="${address}" />`}${title}`);
}
