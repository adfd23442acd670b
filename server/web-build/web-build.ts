import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import type { AppEnv } from '../caller.ts';
import type { Config } from '../config.ts';
import { pagePolicy } from '../middleware/security-headers.ts';
import { hashInlineScripts } from './hash-inline-scripts.ts';

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

/**
 * Serves the built web app from an absolute folder. Browsers cache files with a hash in their name for a year and
 * revalidate everything else. A path that is no file gets the page, which has its own router.
 */
export function createWebBuild({ config, folder }: { config: Config; folder: string }): Hono<AppEnv> {
  const root = relative(process.cwd(), folder) || '.';
  const app = new Hono<AppEnv>();
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    return app.get('*', (c) => c.text('The web app is not built yet: "npm run build" builds it.', 503));
  }
  app.use(redirectToCanonicalHost(config));
  app.use(pagePolicy(config, hashInlineScripts(readFileSync(page, 'utf8'))));
  app.use(async function setCaching(c, next) {
    await next();
    const isHashed = c.req.path.startsWith('/assets/') && c.res.status === 200;
    c.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache');
  });
  app.get('*', serveStatic({ root, precompressed: true }));
  // Sending the page for a missing script would cause a confusing error in the browser.
  app.get('/assets/*', (c) => c.notFound());
  app.get('*', serveStatic({ root, path: 'index.html', precompressed: true }));
  return app;
}
