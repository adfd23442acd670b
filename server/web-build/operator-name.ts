import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import pTimeout from 'p-timeout';
import type { InstallationSettings, ReadSettings } from '../installation/read-settings.ts';

const MANIFEST = 'manifest.webmanifest';
/** A page does not wait longer for its name; the browser learns it with the other settings. */
const MAX_WAIT_MS = 1000;

type Name = Pick<InstallationSettings, 'appName' | 'appDescription'>;

/** Reads the name, or the last one that was read where the database does not respond in time. */
export function createNameReader(readSettings: ReadSettings): () => Promise<Name | null> {
  let latest: Name | null = null;
  return async () => {
    latest = await pTimeout(readSettings(), { milliseconds: MAX_WAIT_MS }).catch(() => latest);
    return latest;
  };
}

const TITLE = /<title>[^<]*<\/title>/;
const INSTALLED_TITLE = /<meta name="apple-mobile-web-app-title"[^>]*>/;
const DESCRIPTION = /<meta name="description"[^>]*>/;

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
export function serveNamedPage(page: string, readName: (() => Promise<Name | null>) | null): MiddlewareHandler {
  return async function servePage(c) {
    const name = await readName?.();
    return c.html(name ? namePage(page, name) : page);
  };
}

/** Serves the manifest of a folder's web app with the operator's name. */
export function serveNamedManifest(folder: string, readName: () => Promise<Name | null>): MiddlewareHandler {
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as object;
  return async function serveManifest(c, next) {
    const name = await readName();
    if (name === null) return next();
    return c.body(JSON.stringify(nameManifest(manifest, name)), 200, { 'content-type': 'application/manifest+json' });
  };
}
