import type { Context } from 'hono';

/** A response before it is sent; without a body there is none. */
export type DataAnswer = { status: number; headers: Record<string, string>; body: string | null };

/** Sends a response with its length, without which short ones would be compressed too. */
export function send(c: Context, { status, headers, body }: DataAnswer): Response {
  const length = body === null ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  return c.newResponse(body, status as 200, { ...headers, ...length });
}
