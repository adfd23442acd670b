import * as z from 'zod';

/** Ids of locks are short; the record of commands takes no longer ones either. */
const MAX_DID_LENGTH = 64;
const MAX_PAGE_SIZE = 100;

const headers = z.record(z.string(), z.string()).nullish();
/** No control characters and no halves of characters, as the record of commands could not be written with them. */
const did = z
  .string()
  .min(1)
  .max(MAX_DID_LENGTH)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
/** What a header may hold. */
const accessToken = z.string().regex(/^[\x21-\x7e]{1,2048}$/);

// The paths are whole values here and are never put together from what a client sends.
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

/** A call to the vendor that may be made: everything in it has been checked, and nothing else is sent. */
export type LockCall =
  | Shape<'/researchapi/getAccessToken', 'GET', null>
  | WithToken<Shape<'/researchapi/carlock/list', 'POST', { index: number; size: number }>>
  | WithToken<Shape<'/researchapi/carlock/control', 'POST', { did: string; type: 1 | 2 }>>;

/** The value of the one header that is passed on, whatever its case. */
function findToken(sent: Record<string, string> | null | undefined): string | undefined {
  return Object.entries(sent ?? {}).find(([name]) => name.toLowerCase() === 'accesstoken')?.[1];
}

/**
 * Reads what a client wants of the vendor: one of the three calls of the contract, exactly.
 * @param value the parsed body of the request
 * @returns the call, or a sentence that says why there is none
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
