import { callVendor, type LockVendor, type VendorFailure, type VendorResponse } from './call-vendor.ts';
import { type LockCall, parseLockCall } from './parse-lock-call.ts';
import { BodyTooLargeError, readText } from './read-text.ts';

const MAX_REQUEST_BYTES = 16 * 1024;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'POST, OPTIONS',
};

/** Who calls: an administrator, somebody known who is none, or nobody we can name. */
export type Caller = { kind: 'admin'; id: string } | { kind: 'not-admin' } | { kind: 'unknown' };

/** One entry of the audit log: without a code a command that is about to be sent, with one its answer. */
export type LockCommandRecord = {
  actor: string;
  command: string;
  did: string;
  type: 1 | 2;
  code?: number;
  msg?: string;
};

/** What the proxy stands on, different on each platform. */
export type LockProxyDependencies = {
  fetch: typeof fetch;
  /** Where the vendor is; asked for only when an administrator has something for it. */
  vendor: () => Promise<LockVendor>;
  verifyAdmin: (request: Request) => Promise<Caller>;
  audit: (record: LockCommandRecord) => Promise<void>;
  /** Hears what went wrong: no secret, token or body is in it. */
  report: (fault: { endpoint: string; fault: VendorFailure | 'not-recorded'; error?: unknown }) => void;
};

const FAILURES: Record<VendorFailure, { code: 502 | 504; msg: string }> = {
  timeout: { code: 504, msg: 'The lock vendor did not answer in time' },
  unreachable: { code: 502, msg: 'The lock vendor cannot be reached' },
  redirect: { code: 502, msg: 'The lock vendor pointed elsewhere, which is not followed' },
  status: { code: 502, msg: 'The lock vendor is out of order' },
  malformed: { code: 502, msg: 'The lock vendor gave an answer that cannot be read' },
  'too-long': { code: 502, msg: 'The lock vendor gave an answer that is too long' },
};

type Control = Extract<LockCall, { endpoint: '/researchapi/carlock/control' }>;

function answerWith(status: number, body: VendorResponse): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

const refuse = (code: number, msg: string) => answerWith(code, { code, msg });

async function ask(call: LockCall, parts: LockProxyDependencies): Promise<{ status: number; body: VendorResponse }> {
  const answer = await callVendor(call, await parts.vendor(), parts.fetch);
  if (typeof answer !== 'string') return { status: 200, body: answer };
  parts.report({ endpoint: call.endpoint, fault: answer });
  return { status: FAILURES[answer].code, body: FAILURES[answer] };
}

/** PostgreSQL stores neither zero bytes nor halves of surrogate pairs, and the vendor's sentence has to be on record. */
const storable = (text: string) => text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '\ufffd');

/** Sends a command between its two records. What cannot be recorded is not sent. */
async function control(call: Control, actor: string, parts: LockProxyDependencies): Promise<Response> {
  const { endpoint, body: what } = call;
  const record = { actor, command: crypto.randomUUID(), ...what };
  try {
    await parts.audit(record);
  } catch (error) {
    parts.report({ endpoint, fault: 'not-recorded', error });
    return refuse(503, 'The command could not be recorded and was not sent');
  }
  const { status, body } = await ask(call, parts);
  try {
    await parts.audit({ ...record, code: body.code, msg: storable(body.msg ?? '') });
  } catch (error) {
    // It was sent and stands in the log as sent: the caller has to learn what came of it.
    parts.report({ endpoint, fault: 'not-recorded', error });
  }
  return answerWith(status, body);
}

async function readRequest(request: Request): Promise<LockCall | string> {
  try {
    return parseLockCall(JSON.parse(await readText(request.body, MAX_REQUEST_BYTES)));
  } catch (error) {
    if (error instanceof SyntaxError) return 'The body is not JSON';
    if (error instanceof BodyTooLargeError) return 'The body is too long';
    throw error;
  }
}

/**
 * The lock proxy: takes `{endpoint, method, headers, body}` from an administrator and makes the one call of the vendor's
 * contract that it names. The vendor's answers pass with status 200, whatever their code; refusals and failures of ours
 * are `{code, msg}` with the code as status: 400, 401, 403, 405, 502, 503, 504.
 */
export async function handleLockProxy(request: Request, parts: LockProxyDependencies): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') return refuse(405, 'The lock proxy takes POST');
  const caller = await parts.verifyAdmin(request);
  if (caller.kind === 'unknown') return refuse(401, 'Sign in to operate parking locks');
  if (caller.kind === 'not-admin') return refuse(403, 'Only administrators operate parking locks');
  const call = await readRequest(request);
  if (typeof call === 'string') return refuse(400, call);
  if (call.endpoint === '/researchapi/carlock/control') return control(call, caller.id, parts);
  const { status, body } = await ask(call, parts);
  return answerWith(status, body);
}
