import * as z from 'zod';
import { readJson, respond, respondError, respondInvalid, respondPreflight, toStorable } from '../shared/http.ts';
import {
  callVendor,
  type LockCall,
  type LockVendor,
  VENDOR_FAILURES,
  type VendorFailure,
} from '../shared/lock-vendor.ts';

const MAX_BODY_BYTES = 16 * 1024;

/** `unknown` is a caller without a valid session. */
export type VerifiedCaller = { kind: 'admin'; id: string } | { kind: 'not-admin' } | { kind: 'unknown' };

/** An entry of the audit log: without a code for a command that is about to be sent, with one for its response. */
export type LockCommandRecord = {
  actor: string;
  command: string;
  did: string;
  type: 1 | 2;
  code?: number;
  msg?: string;
};

/** What differs between Supabase and this server. */
export type LockProxyDependencies = {
  fetch: typeof fetch;
  /** Read only for valid calls of an administrator. */
  vendor: () => Promise<LockVendor>;
  verifyAdmin: (request: Request) => Promise<VerifiedCaller>;
  audit: (record: LockCommandRecord) => Promise<void>;
  /** Logs a failure, without secrets, tokens and bodies. */
  report: (fault: { endpoint: string; fault: VendorFailure | 'not-recorded'; error?: unknown }) => void;
};

type Control = Extract<LockCall, { endpoint: '/researchapi/carlock/control' }>;

async function forward(call: LockCall, dependencies: LockProxyDependencies) {
  const result = await callVendor(call, await dependencies.vendor(), dependencies.fetch);
  if (typeof result !== 'string') return { status: 200, body: result };
  dependencies.report({ endpoint: call.endpoint, fault: result });
  return { status: VENDOR_FAILURES[result].code, body: VENDOR_FAILURES[result] };
}

/** Records a command before and after sending it. A command that cannot be recorded is not sent. */
async function control(call: Control, actor: string, dependencies: LockProxyDependencies): Promise<Response> {
  const { endpoint, body: command } = call;
  const record = { actor, command: crypto.randomUUID(), ...command };
  try {
    await dependencies.audit(record);
  } catch (error) {
    dependencies.report({ endpoint, fault: 'not-recorded', error });
    return respondError(503, 'The command could not be recorded and was not sent');
  }
  const { status, body } = await forward(call, dependencies);
  try {
    await dependencies.audit({ ...record, code: body.code, msg: toStorable(body.msg ?? '') });
  } catch (error) {
    // The command was sent and recorded, so the caller gets the vendor's response.
    dependencies.report({ endpoint, fault: 'not-recorded', error });
  }
  return respond(status, body);
}

/**
 * Takes `{endpoint, method, headers, body}` from an administrator and makes this call of the vendor's contract. The
 * vendor's responses are passed on with status 200, whatever their code. Our own errors are `{code, msg}` with the code
 * as status: 400, 401, 403, 405, 413, 502, 503, 504.
 */
export async function handleLockProxy(request: Request, dependencies: LockProxyDependencies): Promise<Response> {
  if (request.method === 'OPTIONS') return respondPreflight();
  if (request.method !== 'POST') return respondError(405, 'The lock proxy takes POST');
  const caller = await dependencies.verifyAdmin(request);
  if (caller.kind === 'unknown') return respondError(401, 'Sign in to operate parking locks');
  if (caller.kind === 'not-admin') return respondError(403, 'Only administrators operate parking locks');
  const call = await readJson(request, MAX_BODY_BYTES, parseLockCall);
  if (typeof call === 'string') return respondInvalid(call);
  if (call.endpoint === '/researchapi/carlock/control') return control(call, caller.id, dependencies);
  const { status, body } = await forward(call, dependencies);
  return respond(status, body);
}

/** The limit of the audit log. */
const MAX_DID_LENGTH = 64;
const MAX_PAGE_SIZE = 100;

const headers = z.record(z.string(), z.string()).nullish();
/** The audit log cannot store control characters and lone surrogates. */
const did = z
  .string()
  .min(1)
  .max(MAX_DID_LENGTH)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
/** Characters that a header may contain. */
const accessToken = z.string().regex(/^[\x21-\x7e]{1,2048}$/);

// The paths are constants and never contain input.
const calls = z.discriminatedUnion('endpoint', [
  z.object({
    endpoint: z.literal('/researchapi/getAccessToken'),
    method: z.literal('GET'),
    headers,
    body: z.strictObject({}).nullish(),
  }),
  z.object({
    endpoint: z.literal('/researchapi/carlock/list'),
    method: z.literal('POST'),
    headers,
    body: z.object({ index: z.int().min(1), size: z.int().min(1).max(MAX_PAGE_SIZE) }),
  }),
  z.object({
    endpoint: z.literal('/researchapi/carlock/control'),
    method: z.literal('POST'),
    headers,
    body: z.object({ did, type: z.literal([1, 2]) }),
  }),
]);

/** Finds the only header that is passed on, in any case. */
function findToken(headers: Record<string, string> | null | undefined): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'accesstoken')?.[1];
}

/**
 * Parses a request's body as one of the three calls of the contract.
 * @returns the call, or a sentence that says what is wrong
 */
export function parseLockCall(value: unknown): LockCall | string {
  const parsed = calls.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.');
    return field === 'endpoint' || field === 'method'
      ? 'This endpoint or method is not one of the lock vendor’s'
      : `${field || 'The body'} is not as the lock vendor takes it`;
  }
  const call = parsed.data;
  if (call.endpoint === '/researchapi/getAccessToken') return { endpoint: call.endpoint };
  const token = accessToken.safeParse(findToken(call.headers));
  if (!token.success) return 'The header AccessToken is missing or malformed';
  const { headers: _headers, method: _method, ...rest } = call;
  return { ...rest, accessToken: token.data };
}
