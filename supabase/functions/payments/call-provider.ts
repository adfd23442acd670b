import { BodyTooLargeError, readText } from '../lock-proxy/read-text.ts';

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
