import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { except } from 'hono/combine';
import { html } from 'hono/html';
import pTimeout from 'p-timeout';
import { extractLocaleFromRequest } from '#language';
import { LANGUAGES } from '../../domain/language/languages.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Config } from '../config.ts';
import type { InstallationSettings, ReadSettings } from '../installation/read-settings.ts';
import type { Keys } from '../keys/open-keys.ts';
import { pagePolicy } from '../middleware/security-headers.ts';
import { getPublicPushKey } from '../notifications/push-sender.ts';
import { addMapStart } from './map-start.ts';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

const MANIFEST = 'manifest.webmanifest';

/** A page does not wait longer for its name; the browser learns it with the other settings. */
const MAX_WAIT_MS = 1000;

const TITLE = /<title>[^<]*<\/title>/;

const INSTALLED_TITLE = /<meta name="apple-mobile-web-app-title"[^>]*>/;

const DESCRIPTION = /<meta name="description"[^>]*>/;

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
 * Serves the web app from an absolute folder, which holds one build for each language. The cookie `language` chooses, or
 * else the browser's own preference. Browsers cache files with a hash in their name for a year and revalidate everything
 * else. A path that is no file gets the page, which has its own router.
 */
export function createWebBuild({ config, folder, readSettings, formOrigins }: WebBuildOptions): Hono<AppEnv> {
  const languages = Object.keys(LANGUAGES);
  const getPagePath = (language: string) => join(folder, language, 'index.html');
  const app = new Hono<AppEnv>();
  if (!languages.map(getPagePath).every(existsSync)) {
    return app.get('*', (c) => c.text('The web app is not built yet: "npm run build" builds it.', 503));
  }
  app.use(redirectToCanonicalHost(config));
  const pages = new Map(
    languages.map((language) => [language, addMapStart(readFileSync(getPagePath(language), 'utf8'), config)]),
  );
  const inlineScripts = hashInlineScripts([...pages.values()].join('\n'));
  app.use(except('/assets/*', pagePolicy(config, { inlineScripts, formOrigins })));
  // Browsers obey the policy of a file that is a worker, and ignore that of any other.
  app.use('/assets/*', pagePolicy(config, { compilesWasm: true }));
  app.use(async function setCaching(c, next) {
    await next();
    const isHashed = c.req.path.startsWith('/assets/') && c.res.status === 200;
    c.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache');
    if (!isHashed) c.header('vary', 'cookie, accept-language', { append: true });
  });
  const root = (language: string) => join(relative(process.cwd(), folder), language) || '.';
  // A page that was open before its language changed still loads the files of the other build.
  for (const language of languages) app.get('/assets/*', serveStatic({ root: root(language), precompressed: true }));
  // Sending the page for a missing script would cause a confusing error in the browser.
  app.get('/assets/*', (c) => c.notFound());
  const readName = config.samples || readSettings === undefined ? null : createNameReader(readSettings);
  const servePage = inLanguage((language) => serveNamedPage(pages.get(language) ?? '', readName));
  for (const path of ['/', '/index.html']) app.get(path, servePage);
  if (readName !== null)
    app.get(
      '/manifest.webmanifest',
      inLanguage((language) => serveNamedManifest(join(folder, language), readName)),
    );
  app.get(
    '*',
    inLanguage((language) => serveStatic({ root: root(language), precompressed: true })),
    servePage,
  );
  return app;
}

/** Hands each request to the handler of its language. */
function inLanguage(create: (language: string) => MiddlewareHandler): MiddlewareHandler {
  const handlers = new Map(Object.keys(LANGUAGES).map((language) => [language, create(language)]));
  return async function serveInLanguage(c, next) {
    return handlers.get(extractLocaleFromRequest(c.req.raw))?.(c, next) ?? next();
  };
}

type Name = Pick<InstallationSettings, 'appName' | 'appDescription'>;

/** Reads the name, or the last one that was read where the database does not respond in time. */
function createNameReader(readSettings: ReadSettings): () => Promise<Name | null> {
  let latest: Name | null = null;
  return async () => {
    latest = await pTimeout(readSettings(), { milliseconds: MAX_WAIT_MS }).catch(() => latest);
    return latest;
  };
}

function namePage(page: string, { appName, appDescription }: Name): string {
  const named = page
    .replace(TITLE, () => String(html`<title>${appName}</title>`))
    .replace(INSTALLED_TITLE, () => String(html`<meta name="apple-mobile-web-app-title" content="${appName}" />`));
  if (appDescription === '') return named;
  return named.replace(DESCRIPTION, () => String(html`<meta name="description" content="${appDescription}" />`));
}

function nameManifest(manifest: object, { appName, appDescription }: Name): object {
  const named = { ...manifest, name: appName, short_name: appName };
  return appDescription === '' ? named : { ...named, description: appDescription };
}

/** Serves a page with the operator's name, or its own where there is none. */
function serveNamedPage(page: string, readName: (() => Promise<Name | null>) | null): MiddlewareHandler {
  return async function servePage(c) {
    const name = await readName?.();
    return c.html(name ? namePage(page, name) : page);
  };
}

/** Serves the manifest of a folder's web app with the operator's name. */
function serveNamedManifest(folder: string, readName: () => Promise<Name | null>): MiddlewareHandler {
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as object;
  return async function serveManifest(c, next) {
    const name = await readName();
    if (name === null) return next();
    return c.body(JSON.stringify(nameManifest(manifest, name)), 200, { 'content-type': 'application/manifest+json' });
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
