import { Buffer } from 'node:buffer';
import * as z from 'zod';
import { ProviderError, type ProviderResponse } from '../call-provider.ts';
import type { PayPalSettings } from './paypal-settings.ts';

const TIMEOUT_MS = 3000;
/** A token that ends within this time is not used any more. */
const TOKEN_MARGIN_MS = 5 * 60_000;
const UNAUTHORIZED = 401;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const errorSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

type Call = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** Repeats with the same id are the same operation. */
  requestId?: string;
  timeoutMs?: number;
};

/** Calls PayPal's API. @throws ProviderError; `rejected` has PayPal's issue as its code */
export type PayPalClient = (call: Call) => Promise<unknown>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderError('malformed', 'no-json', { cause });
  }
}

function readBody({ status, text }: ProviderResponse): unknown {
  if (status >= 200 && status < 300) return parseJson(text);
  if (status >= 500 || status === 429) throw new ProviderError('no-response', `http-${status}`);
  const error = status >= 400 ? errorSchema.safeParse(parseJson(text)).data : undefined;
  throw new ProviderError('rejected', error?.details?.[0]?.issue ?? error?.name ?? `http-${status}`);
}

export function createPayPalClient(
  { url, clientId, clientSecret, call }: PayPalSettings,
  now = Date.now,
): PayPalClient {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let current: { token: string; expiresAt: number } | null = null;
  let renewing: Promise<string> | null = null;

  async function requestToken(): Promise<string> {
    const response = await call(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: basic,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
      timeoutMs: TIMEOUT_MS,
    });
    const parsed = tokenSchema.safeParse(readBody(response));
    if (!parsed.success) throw new ProviderError('malformed', 'token');
    const { access_token: token, expires_in } = parsed.data;
    current = { token, expiresAt: now() + expires_in * 1000 };
    return token;
  }
  /** However many calls need a token, one asks for it: PayPal limits how often. */
  function renewToken(): Promise<string> {
    renewing ??= requestToken().finally(() => {
      renewing = null;
    });
    return renewing;
  }
  function getToken(): string | Promise<string> {
    return current !== null && now() < current.expiresAt - TOKEN_MARGIN_MS ? current.token : renewToken();
  }

  return async function callPayPal({ method, path, body, requestId, timeoutMs = TIMEOUT_MS }) {
    const send = (token: string) =>
      call(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          prefer: 'return=representation',
          ...(requestId === undefined ? {} : { 'PayPal-Request-Id': requestId }),
        },
        ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
        timeoutMs,
      });
    const token = await getToken();
    const response = await send(token);
    if (response.status !== UNAUTHORIZED) return readBody(response);
    // Another call may have renewed it meanwhile.
    const renewed = current !== null && current.token !== token ? current.token : await renewToken();
    return readBody(await send(renewed));
  };
}
