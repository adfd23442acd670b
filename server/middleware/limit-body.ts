import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses bodies over so many bytes with 413. Most requests have none, or say how long it is: those are not touched, as only
 * to look at a body makes a stream of it, which costs more than a small read.
 */
export function limitBody(maxBytes: number): MiddlewareHandler {
  const refuse = (c: Context) => c.json({ message: 'The body is too large' }, 413);
  const limitStream = bodyLimit({ maxSize: maxBytes, onError: refuse });
  return async function refuseLargeBody(c, next) {
    const isStreamed = c.req.header('transfer-encoding') !== undefined;
    if (isStreamed) return limitStream(c, next);
    const length = c.req.header('content-length');
    const isWithoutBody = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (length === undefined) return isWithoutBody ? next() : limitStream(c, next);
    return Number(length) <= maxBytes ? next() : refuse(c);
  };
}
