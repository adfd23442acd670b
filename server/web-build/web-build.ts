import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import type { Config } from '../config.ts';
import { redirectToCanonicalHost } from '../middleware/redirect-to-canonical-host.ts';
import { pagePolicy } from '../middleware/security-headers.ts';
import { hashInlineScripts } from './hash-inline-scripts.ts';

const A_YEAR_S = 31_536_000;

/**
 * The built web app: files whose name holds their hash are kept for a year, everything else is asked for again;
 * an address that is no file gets the page, whose router knows the rest.
 * @param folder absolute folder of the build
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
    c.header('cache-control', isHashed ? `public, max-age=${A_YEAR_S}, immutable` : 'no-cache');
  });
  app.get('*', serveStatic({ root, precompressed: true }));
  // A missing script must stay missing: the page in its place would be a riddle in the browser's console.
  app.get('/assets/*', (c) => c.notFound());
  app.get('*', serveStatic({ root, path: 'index.html', precompressed: true }));
  return app;
}
