import { Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { createProviderCallback } from './provider-callback.ts';
import { withProviderError } from './provider-errors.ts';
import { startAuthorization } from './start-authorization.ts';

/** `GET /authorize`, where a social button sends the browser, and `/callback`, where the provider sends it back. */
export function createProviders(dependencies: RequestDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/authorize', async (c) => {
    c.header('cache-control', 'no-store');
    const isBrowser = c.req.header('accept')?.includes('text/html') ?? false;
    try {
      return c.redirect(await startAuthorization(c, dependencies, { isBrowser }), 302);
    } catch (error) {
      if (!isBrowser) throw error;
      return c.redirect(withProviderError(`${dependencies.config.publicUrl}/login`, error, c), 303);
    }
  });
  app.route('/', createProviderCallback(dependencies));
  return app;
}
