import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config.ts';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Leads a browser that opened this machine under another of its names to the public one: sessions, mail links and
 * calls of the page belong to one origin, and a page on the other would be a stranger to its own server.
 */
export function redirectToCanonicalHost({ publicUrl }: Pick<Config, 'publicUrl'>): MiddlewareHandler {
  const own = new URL(publicUrl);
  return async function leadToPublicName(c, next) {
    const asked = new URL(c.req.url);
    const isOtherName =
      LOOPBACK_NAMES.has(asked.hostname) && LOOPBACK_NAMES.has(own.hostname) && asked.hostname !== own.hostname;
    if (isOtherName) return c.redirect(`${publicUrl}${asked.pathname}${asked.search}`, 302);
    await next();
  };
}
