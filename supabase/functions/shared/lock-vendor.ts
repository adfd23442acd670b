import * as z from 'zod';
import { createProviderCall, ProviderError, type ProviderRequest } from './http.ts';
import { trimSlashes } from './variables.ts';

const TIMEOUT_MS = 10_000;
/** A page of a hundred locks has about 60 KB. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** A call of the vendor's contract; nothing else is sent to the vendor. */
export type LockCall =
  | { endpoint: '/researchapi/getAccessToken' }
  | { endpoint: '/researchapi/carlock/list'; body: { index: number; size: number }; accessToken: string }
  | { endpoint: '/researchapi/carlock/control'; body: { did: string; type: 1 | 2 }; accessToken: string };

export type LockVendor = {
  url: string;
  appId: string;
  secret: string;
  timeoutMs?: number;
};

/** The vendor's response; any code but 200 is an error of the vendor. */
export type VendorResponse = { code: number; msg?: string | null | undefined; [field: string]: unknown };

export type VendorFailure = 'timeout' | 'unreachable' | 'redirect' | 'status' | 'malformed' | 'too-long';

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

type VendorRequest = Pick<ProviderRequest, 'method' | 'headers' | 'body'>;

function buildRequest(call: LockCall, { url, appId, secret }: LockVendor): { address: URL; request: VendorRequest } {
  const address = new URL(trimSlashes(url) + call.endpoint);
  if (call.endpoint === '/researchapi/getAccessToken') {
    address.search = new URLSearchParams({ appid: appId, secret }).toString();
    return { address, request: { method: 'GET', headers: { accept: 'application/json' } } };
  }
  const headers = { accept: 'application/json', 'content-type': 'application/json', AccessToken: call.accessToken };
  return { address, request: { method: 'POST', headers, body: JSON.stringify(call.body) } };
}

/** The error's message is dropped, since it may contain the URL with the secret. */
function classifyFailure(error: unknown): VendorFailure {
  // Other errors come from parsing the body: no JSON, another shape, or nesting that is too deep.
  if (!(error instanceof ProviderError)) return 'malformed';
  if (error.code === 'too-large') return 'too-long';
  return error.code === 'timeout' ? 'timeout' : 'unreachable';
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
  const limits = { timeoutMs: vendor.timeoutMs ?? TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES };
  try {
    const { address, request } = buildRequest(call, vendor);
    const { status, text } = await createProviderCall(fetch)(address.href, { ...request, ...limits });
    if (status >= 500) return 'status';
    if (status >= 300 && status < 400) return 'redirect';
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
