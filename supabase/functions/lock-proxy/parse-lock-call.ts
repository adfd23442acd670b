import * as z from 'zod';

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

type WithToken<Call> = Call & { accessToken: string };
type Shape<Endpoint, Method, Body> = { endpoint: Endpoint; method: Method; body: Body };

/** A validated call; nothing else is sent to the vendor. */
export type LockCall =
  | Shape<'/researchapi/getAccessToken', 'GET', null>
  | WithToken<Shape<'/researchapi/carlock/list', 'POST', { index: number; size: number }>>
  | WithToken<Shape<'/researchapi/carlock/control', 'POST', { did: string; type: 1 | 2 }>>;

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
  if (call.endpoint === '/researchapi/getAccessToken') {
    return { endpoint: call.endpoint, method: call.method, body: null };
  }
  const token = accessToken.safeParse(findToken(call.headers));
  if (!token.success) return 'The header AccessToken is missing or malformed';
  const { headers: _unused, ...rest } = call;
  return { ...rest, accessToken: token.data };
}
