import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

/** Compresses answers, but for those of the data API, which packs its own: to look at one's headers costs more than to route it. */
export function packAnswers(): MiddlewareHandler {
  const pack = compress();
  return async function packAnswer(c, next) {
    return c.req.path.startsWith('/rest/v1/') ? next() : pack(c, next);
  };
}
