import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config.ts';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Redirects from another name of this machine to the public one, since sessions and mail links belong to one origin. */
export function redirectToCanonicalHost({ publicUrl }: Pick<Config, 'publicUrl'>): MiddlewareHandler {
  const { hostname: canonical } = new URL(publicUrl);
  return async function redirectHost(c, next) {
    const { hostname, pathname, search } = new URL(c.req.url);
    const isAlias = LOOPBACK_NAMES.has(hostname) && LOOPBACK_NAMES.has(canonical) && hostname !== canonical;
    if (isAlias) return c.redirect(`${publicUrl}${pathname}${search}`, 302);
    await next();
  };
}
