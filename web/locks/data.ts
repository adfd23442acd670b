import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { dataClient } from '../data/connection.ts';

const PROXY = 'lock-proxy';

const answerSchema = z.object({
  code: z.coerce.number(),
  data: z.unknown().optional(),
  msg: z.string().nullish().catch(null),
});

/** What the vendor said to a call: 200 is success. */
export type VendorAnswer = { code: number; data: unknown; msg: string | null };

/** The vendor could not be asked, or nobody knows what it answered. */
export class NoVendorAnswerError extends Error {
  override name = 'NoVendorAnswerError';
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
async function reasonOf(error: unknown): Promise<string | null> {
  if (!(error instanceof FunctionsHttpError)) return null;
  const answer: Response = error.context;
  // A proxy in front of ours may answer with a page instead of JSON, which says nothing to anybody.
  const parsed = reasonSchema.safeParse(await answer.json().catch(() => null));
  return parsed.success ? parsed.data.msg : null;
}

async function invoke(call: VendorCall): Promise<VendorAnswer> {
  const { data, error } = await dataClient().functions.invoke(PROXY, { body: call });
  if (error) throw new NoVendorAnswerError(await reasonOf(error), { cause: error });
  const answer = answerSchema.safeParse(data);
  if (!answer.success) throw new NoVendorAnswerError(null, { cause: answer.error });
  const { code, data: said, msg } = answer.data;
  return { code, data: said, msg: msg ?? null };
}

/** Asks the vendor for an access token. @throws NoVendorAnswerError */
export function requestToken(): Promise<VendorAnswer> {
  return invoke({ endpoint: '/researchapi/getAccessToken', method: 'GET', headers: {}, body: null });
}

/** Asks the vendor for a page of locks; `index` counts from 1, `size` to 100. @throws NoVendorAnswerError */
export function requestLocks(token: string, page: { index: number; size: number }): Promise<VendorAnswer> {
  return invoke({
    endpoint: '/researchapi/carlock/list',
    method: 'POST',
    headers: { AccessToken: token },
    body: page,
  });
}

/** Commands a lock down (1) or up (2). After a failure it may have arrived all the same. @throws NoVendorAnswerError */
export function requestMove(token: string, command: { did: string; type: 1 | 2 }): Promise<VendorAnswer> {
  return invoke({
    endpoint: '/researchapi/carlock/control',
    method: 'POST',
    headers: { AccessToken: token },
    body: command,
  });
}
