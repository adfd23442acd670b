const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
};

export const respondPreflight = () => new Response(null, { status: 204, headers: CORS });

export function respond(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

export const respondError = (code: number, msg: string) => respond(code, { code, msg });

/** @param problem a key of `domain/problems.ts`; `detail` is a value for its sentence */
export const respondProblem = (problem: string, detail: string | null = null) =>
  respond(problem === 'too-many-payments' ? 429 : 409, { problem, detail });

/** Sends the browser on without the address that it came with, which has what the provider said. */
export function redirect(url: string): Response {
  const headers = { location: url, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

/** Seconds after which a browser that could not come back comes again. */
export const REFRESH_SECONDS = 5;

/** The browser comes again by itself: what it brings may be the only proof of a payment. */
export function respondRetry(status: number): Response {
  const refresh = `${REFRESH_SECONDS}`;
  const headers = { refresh, 'retry-after': refresh, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
  return new Response(null, { status, headers });
}

export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

/** Reads a body as text, whatever its content-length says. @throws BodyTooLargeError beyond `maxBytes` */
export async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  // Leaving the loop cancels the stream.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLargeError(`more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Removes characters that PostgreSQL cannot store: zero bytes and lone surrogates. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '\ufffd');
}

/** Unless a request says otherwise. */
export const MAX_RESPONSE_BYTES = 256 * 1024;

export type ProviderRequest = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Beyond it the response is malformed. */
  maxBytes?: number;
};

export type ProviderResponse = { status: number; text: string };

/** Sends one request. @throws ProviderError */
export type CallProvider = (url: string, request: ProviderRequest) => Promise<ProviderResponse>;

/** `not-sent` is certain; after `no-response` the provider may have done what it was asked. */
export type ProviderFailure = 'not-sent' | 'no-response' | 'malformed' | 'rejected';

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
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof BodyTooLargeError) return new ProviderError('malformed', 'too-large', { cause: error });
  const code = findCode(error);
  if (code !== undefined && NOT_CONNECTED.has(code)) return new ProviderError('not-sent', code, { cause: error });
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return new ProviderError('no-response', isTimeout ? 'timeout' : (code ?? 'unknown'), { cause: error });
}

/** Calls providers with a `fetch`. Redirects are not followed, time and size are limited. */
export function createProviderCall(fetch: typeof globalThis.fetch): CallProvider {
  return async function callProvider(url, { timeoutMs, maxBytes = MAX_RESPONSE_BYTES, ...request }) {
    try {
      const response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      return { status: response.status, text: await readText(response.body, maxBytes) };
    } catch (error) {
      throw toProviderError(error);
    }
  };
}
