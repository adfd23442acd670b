import { Buffer } from 'node:buffer';
import * as z from 'zod';

/** Pages of any origin may call: what counts is a session or a signature, never a cookie. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
};

export const respondPreflight = () => new Response(null, { status: 204, headers: CORS });

export const respond = (status: number, body: object) =>
  Response.json(body, { status, headers: { ...CORS, 'cache-control': 'no-store' } });

export const respondError = (code: number, msg: string) => respond(code, { code, msg });

/** Somebody whose session is valid; `assurance` is the level that it has shown. */
export type VerifiedPerson = { id: string; assurance: string };

export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

type Body = ReadableStream<Uint8Array> | null;

/** Reads a body as it is, whatever its content-length says. @throws BodyTooLargeError beyond `maxBytes` */
export async function readBytes(body: Body, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new BodyTooLargeError(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws BodyTooLargeError beyond `maxBytes` */
export const readText = async (body: Body, maxBytes: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(body, maxBytes));

const TOO_LONG = 'The body is too long';

export const respondTooLong = () => respondError(413, TOO_LONG);

/** Responds with what `readJson` found wrong. */
export const respondInvalid = (message: string) =>
  message === TOO_LONG ? respondTooLong() : respondError(400, message);

/** Reads a request that is JSON. @returns what `parse` makes of it, or a sentence that says what is wrong */
export async function readJson<T>(request: Request, maxBytes: number, parse: (value: unknown) => T | string) {
  try {
    return parse(JSON.parse(await readText(request.body, maxBytes)));
  } catch (error) {
    if (error instanceof SyntaxError) return 'The body is not JSON';
    if (error instanceof BodyTooLargeError) return TOO_LONG;
    throw error;
  }
}

/** A parser for `readJson`. @param otherwise what is said when no field is to blame */
export const createParser =
  <T>(schema: z.ZodType<T>, otherwise: string) =>
  (value: unknown): T | string => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const field = parsed.error.issues[0]?.path.join('.');
    return field ? `${field} is missing or malformed` : otherwise;
  };

/** Removes characters that PostgreSQL cannot store: zero bytes and lone surrogates. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '\ufffd');
}

const CHECK_VIOLATION = '23514';
const INSUFFICIENT_PRIVILEGE = '42501';

/** One driver of the database says `detail`, the other `details`. */
const databaseErrorSchema = z.object({
  code: z.string(),
  hint: z.string().nullish(),
  detail: z.string().nullish(),
  details: z.string().nullish(),
});

/**
 * The rule of the database that an error names: the key of a problem, with a value for its sentence. Null when this session
 * may not do it at all, or when the id of a repeat belongs to another request.
 * @throws the error when it names no rule
 */
export function readRule(error: unknown): { problem: string; detail: string | null } | null {
  const { code, hint, detail, details } = databaseErrorSchema.safeParse(error).data ?? {};
  if (code === CHECK_VIOLATION && hint) return { problem: hint, detail: detail ?? details ?? null };
  if (code === INSUFFICIENT_PRIVILEGE || code === CHECK_VIOLATION) return null;
  throw error;
}

/** The longest response, unless the request sets another limit. */
const MAX_RESPONSE_BYTES = 256 * 1024;

export type ProviderRequest = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** A longer response is malformed. */
  maxBytes?: number;
};

export type ProviderResponse = { status: number; text: string };

/** Sends one request. @throws ProviderError */
export type CallProvider = (url: string, request: ProviderRequest) => Promise<ProviderResponse>;

/** `not-sent` is certain; after `no-response` the provider may have done what it was asked. */
type ProviderFailure = 'not-sent' | 'no-response' | 'malformed' | 'rejected';

/** A provider did not do what it was asked, or did not say whether it did. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly failure: ProviderFailure;
  /** A word of the provider's own, such as PayPal's `INSTRUMENT_DECLINED`. */
  readonly code: string;

  constructor(failure: ProviderFailure, code: string, options?: ErrorOptions) {
    super(`The payment provider: ${failure} (${code})`, options);
    this.failure = failure;
    this.code = code;
  }
}

const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code ?? findCode(error.cause);
}

/** What an error of a connection says about the request. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof BodyTooLargeError) return new ProviderError('malformed', 'too-large', { cause: error });
  const code = findCode(error);
  if (code !== undefined && NOT_CONNECTED.has(code)) return new ProviderError('not-sent', code, { cause: error });
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return new ProviderError('no-response', isTimeout ? 'timeout' : (code ?? 'unknown'), { cause: error });
}

type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; redirect: 'manual'; signal: AbortSignal },
) => Promise<Pick<Response, 'status' | 'body'>>;

/** Calls providers with a `fetch`. Redirects are not followed, time and size are limited. */
export function createProviderCall(fetch: Fetch): CallProvider {
  return async function callProvider(url, { timeoutMs, maxBytes = MAX_RESPONSE_BYTES, ...request }) {
    try {
      const response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      return { status: response.status, text: await readText(response.body, maxBytes) };
    } catch (error) {
      throw toProviderError(error);
    }
  };
}

/** @throws ProviderError */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderError('malformed', 'no-json', { cause });
  }
}

/** @throws ProviderError */
export function parseShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ProviderError('malformed', 'unknown-shape');
  return parsed.data;
}
