import * as z from 'zod';
import { BodyTooLargeError, readText } from './http.ts';

const TIMEOUT_MS = 10_000;
/** A page of a hundred locks has about 60 KB. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

type WithToken<Call> = Call & { accessToken: string };
type Shape<Endpoint, Method, Body> = { endpoint: Endpoint; method: Method; body: Body };

/** A call of the vendor's contract; nothing else is sent to the vendor. */
export type LockCall =
  | Shape<'/researchapi/getAccessToken', 'GET', null>
  | WithToken<Shape<'/researchapi/carlock/list', 'POST', { index: number; size: number }>>
  | WithToken<Shape<'/researchapi/carlock/control', 'POST', { did: string; type: 1 | 2 }>>;

export type LockVendor = {
  url: string;
  appId: string;
  secret: string;
  /** 10 seconds by default. */
  timeoutMs?: number;
};

/** The vendor's response; any code but 200 is an error of the vendor. */
export type VendorResponse = { code: number; msg?: string | null | undefined; [field: string]: unknown };

/** Why there is no valid response. */
export type VendorFailure = 'timeout' | 'unreachable' | 'redirect' | 'status' | 'malformed' | 'too-long';

/** What is recorded and reported of a failure. */
export const VENDOR_FAILURES: Record<VendorFailure, { code: 502 | 504; msg: string }> = {
  timeout: { code: 504, msg: 'The lock vendor did not answer in time' },
  unreachable: { code: 502, msg: 'The lock vendor cannot be reached' },
  redirect: { code: 502, msg: 'The lock vendor pointed elsewhere, which is not followed' },
  status: { code: 502, msg: 'The lock vendor is out of order' },
  malformed: { code: 502, msg: 'The lock vendor gave an answer that cannot be read' },
  'too-long': { code: 502, msg: 'The lock vendor gave an answer that is too long' },
};

const responseSchema = z.looseObject({
  code: z.union([
    z.int32(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ]),
  msg: z.string().nullish(),
});

function buildRequest(call: LockCall, { url, appId, secret }: LockVendor): { address: URL; init: RequestInit } {
  const address = new URL(url.replace(/\/+$/, '') + call.endpoint);
  if (call.endpoint === '/researchapi/getAccessToken') {
    address.search = new URLSearchParams({ appid: appId, secret }).toString();
    return { address, init: { method: call.method, headers: { accept: 'application/json' } } };
  }
  const headers = { accept: 'application/json', 'content-type': 'application/json', AccessToken: call.accessToken };
  return { address, init: { method: call.method, headers, body: JSON.stringify(call.body) } };
}

/** The error's message is dropped, since it may contain the URL with the secret. */
function classifyFailure(error: unknown): VendorFailure {
  if (error instanceof BodyTooLargeError) return 'too-long';
  // JSON that is nested too deeply causes a RangeError.
  const isMalformed = [SyntaxError, z.ZodError, RangeError].some((kind) => error instanceof kind);
  if (isMalformed) return 'malformed';
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
}

/**
 * Calls the vendor once, with a timeout and a size limit and without following redirects.
 * @returns the response without our credentials, or why there is none
 */
export async function callVendor(
  call: LockCall,
  vendor: LockVendor,
  fetch: typeof globalThis.fetch,
): Promise<VendorResponse | VendorFailure> {
  const { timeoutMs = TIMEOUT_MS } = vendor;
  try {
    const { address, init } = buildRequest(call, vendor);
    const response = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
    if (isRedirect || response.status >= 500) {
      await response.body?.cancel();
      return isRedirect ? 'redirect' : 'status';
    }
    const text = await readText(response.body, MAX_RESPONSE_BYTES);
    return responseSchema.parse(createRedact(vendor)(JSON.parse(text)));
  } catch (error) {
    return classifyFailure(error);
  }
}

const MASK = '[hidden]';

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Removes the vendor's credentials from JSON values: from texts, numbers and property names at any depth. */
type Redact = (value: unknown) => unknown;

/** The app id is short, so it is removed only where it is a whole word. */
export function createRedact({ appId, secret }: { appId: string; secret: string }): Redact {
  const forms = [secret, encodeURIComponent(secret), btoa(String.fromCharCode(...new TextEncoder().encode(secret)))];
  const hidden = new RegExp(`${forms.map(escapeRegExp).join('|')}|(?<![\\w-])${escapeRegExp(appId)}(?![\\w-])`, 'gi');
  const redactText = (text: string) => text.replaceAll(hidden, MASK);
  return function redact(value: unknown): unknown {
    if (typeof value === 'string') return redactText(value);
    if (typeof value === 'number') return String(value) === secret ? MASK : value;
    if (Array.isArray(value)) return value.map(redact);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redactText(name), redact(inner)]));
  };
}
