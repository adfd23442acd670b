import * as z from 'zod';
import type { LockCall } from './parse-lock-call.ts';
import { BodyTooLargeError, readText } from './read-text.ts';
import { createRedact } from './redact.ts';

const TIMEOUT_MS = 10_000;
/** A page of a hundred locks has about 60 KB. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Where the vendor is and who we are there. */
export type LockVendor = {
  url: string;
  appId: string;
  secret: string;
  /** How long it may take to answer; 10 seconds unless given. */
  timeoutMs?: number;
};

/** What the vendor says: success is code 200, and everything else its own kind of refusal. */
export type VendorResponse = { code: number; msg?: string | null | undefined; [field: string]: unknown };

/** Why there is no answer of the vendor's. None of these holds an address or a secret. */
export type VendorFailure = 'timeout' | 'unreachable' | 'redirect' | 'status' | 'malformed' | 'too-long';

const answerSchema = z.looseObject({
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

/** What an error on the way means; its own words are left behind, as they may hold the address with the secret. */
function classifyFailure(error: unknown): VendorFailure {
  if (error instanceof BodyTooLargeError) return 'too-long';
  // A RangeError is JSON nested too deep to walk through.
  const isMalformed = [SyntaxError, z.ZodError, RangeError].some((kind) => error instanceof kind);
  if (isMalformed) return 'malformed';
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
}

/**
 * Asks the vendor, once: 10 seconds at most, without following it elsewhere, one megabyte at most.
 * @returns the vendor's answer without our credentials in it, or why there is none
 */
export async function callVendor(
  call: LockCall,
  vendor: LockVendor,
  send: typeof fetch,
): Promise<VendorResponse | VendorFailure> {
  const { timeoutMs = TIMEOUT_MS } = vendor;
  try {
    const { address, init } = buildRequest(call, vendor);
    const answer = await send(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const isRedirect = answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400);
    if (isRedirect || answer.status >= 500) {
      await answer.body?.cancel();
      return isRedirect ? 'redirect' : 'status';
    }
    const text = await readText(answer.body, MAX_ANSWER_BYTES);
    return answerSchema.parse(createRedact(vendor)(JSON.parse(text)));
  } catch (error) {
    return classifyFailure(error);
  }
}
