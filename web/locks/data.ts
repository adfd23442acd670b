import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { dataClient } from '../data/connection.ts';

const PROXY = 'lock-proxy';

const responseSchema = z.object({
  code: z.coerce.number(),
  data: z.unknown().optional(),
  msg: z.string().nullish().catch(null),
});

/** What the vendor said to a call: 200 is success. */
export type VendorResponse = { code: number; data: unknown; msg: string | null };

/** The vendor could not be asked, or nobody knows what it answered. */
export class NoVendorResponseError extends Error {
  override name = 'NoVendorResponseError';
  /** Why, in the words of the proxy. */
  readonly reason: string | null;

  constructor(reason: string | null, options: { cause: unknown }) {
    super('The lock vendor gave no answer', options);
    this.reason = reason;
  }
}

type VendorCall = {
  endpoint: '/researchapi/getAccessToken' | '/researchapi/carlock/list' | '/researchapi/carlock/control';
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: Record<string, string | number> | null;
};

const reasonSchema = z.object({ msg: z.string() });

/** What the proxy said about a failure of its own; null when it said nothing that can be read. */
async function readReason(error: unknown): Promise<string | null> {
  if (!(error instanceof FunctionsHttpError)) return null;
  const answer: Response = error.context;
  // A proxy in front of ours may answer with a page instead of JSON, which says nothing to anybody.
  const parsed = reasonSchema.safeParse(await answer.json().catch(() => null));
  return parsed.success ? parsed.data.msg : null;
}

async function invoke(call: VendorCall): Promise<VendorResponse> {
  const { data, error } = await dataClient().functions.invoke(PROXY, { body: call });
  if (error) throw new NoVendorResponseError(await readReason(error), { cause: error });
  const answer = responseSchema.safeParse(data);
  if (!answer.success) throw new NoVendorResponseError(null, { cause: answer.error });
  const { code, data: said, msg } = answer.data;
  return { code, data: said, msg: msg ?? null };
}

/** Asks the vendor for an access token. @throws NoVendorResponseError */
export function requestToken(): Promise<VendorResponse> {
  return invoke({ endpoint: '/researchapi/getAccessToken', method: 'GET', headers: {}, body: null });
}

/** Asks the vendor for a page of locks; `index` counts from 1, `size` to 100. @throws NoVendorResponseError */
export function requestLocks(token: string, page: { index: number; size: number }): Promise<VendorResponse> {
  return invoke({
    endpoint: '/researchapi/carlock/list',
    method: 'POST',
    headers: { AccessToken: token },
    body: page,
  });
}

/** Commands a lock down (1) or up (2). After a failure it may have arrived all the same. @throws NoVendorResponseError */
export function requestMove(token: string, command: { did: string; type: 1 | 2 }): Promise<VendorResponse> {
  return invoke({
    endpoint: '/researchapi/carlock/control',
    method: 'POST',
    headers: { AccessToken: token },
    body: command,
  });
}
