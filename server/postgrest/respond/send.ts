import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

/** An answer before it is sent; without a body there is none. */
export type DataAnswer = { status: number; headers: Record<string, string>; body: string | null };

/** A shorter text fits one packet as it is. */
const MIN_LENGTH = 1024;
const TAKES_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;
/** JSON becomes hardly smaller by more effort. */
const FAST = { level: constants.Z_BEST_SPEED + 2 };

const compress = promisify(gzip);

/** The tag of a text whose bytes depend on how it was packed. */
const weak = ({ etag, ...headers }: Record<string, string>) =>
  etag === undefined ? headers : { ...headers, etag: `W/${etag}` };

/**
 * Sends an answer. A long one is compressed for clients that take it, on a thread of its own; part of a list is not, as a
 * cache on the way would take it for a part of the bytes.
 */
export async function send({ status, headers, body }: DataAnswer, accepted: string | undefined): Promise<Response> {
  if (body === null) return new Response(null, { status, headers });
  const length = Buffer.byteLength(body);
  if (length < MIN_LENGTH || status === 206) {
    return new Response(body, { status, headers: { ...headers, 'content-length': `${length}` } });
  }
  const varied = { ...headers, vary: 'accept-encoding' };
  if (!TAKES_GZIP.test(accepted ?? '')) {
    return new Response(body, { status, headers: { ...varied, 'content-length': `${length}` } });
  }
  const packed = await compress(body, FAST);
  const packing = { 'content-encoding': 'gzip', 'content-length': `${packed.length}` };
  return new Response(packed, { status, headers: { ...weak(varied), ...packing } });
}
