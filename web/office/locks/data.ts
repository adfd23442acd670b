import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { formatProxyMessage } from '../../../domain/locks/proxy-message.ts';
import { Problem } from '../../../domain/problems.ts';
import { toCamelCase } from '../../data/camel-case.ts';
import { dataClient } from '../../data/connection.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';

const PROXY = 'lock-proxy';

const responseSchema = z.object({
  code: z.coerce.number(),
  data: z.unknown().optional(),
  msg: z.string().nullable().default(null).catch(null),
});

/** The vendor's response to a call; code 200 is success. */
export type VendorResponse = z.infer<typeof responseSchema>;

/** The vendor could not be reached, or its response could not be read. */
export class NoVendorResponseError extends Error {
  override name = 'NoVendorResponseError';
  /** The message of the proxy. */
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

/** The message of the proxy about an error of its own; null when it cannot be read. */
async function readReason(error: unknown): Promise<string | null> {
  if (!(error instanceof FunctionsHttpError)) return null;
  const response: Response = error.context;
  // Another proxy in front of ours may send an HTML page instead of JSON.
  const parsed = reasonSchema.safeParse(await response.json().catch(() => null));
  return parsed.success ? formatProxyMessage(parsed.data.msg) : null;
}

async function invoke(call: VendorCall): Promise<VendorResponse> {
  const { data, error } = await dataClient().functions.invoke(PROXY, { body: call });
  if (error) throw new NoVendorResponseError(await readReason(error), { cause: error });
  const response = responseSchema.safeParse(data);
  if (!response.success) throw new NoVendorResponseError(null, { cause: response.error });
  return response.data;
}

/** @throws NoVendorResponseError */
export function requestToken(): Promise<VendorResponse> {
  return invoke({ endpoint: '/researchapi/getAccessToken', method: 'GET', headers: {}, body: null });
}

/** `index` counts from 1, `size` is at most 100. @throws NoVendorResponseError */
export function requestLocks(token: string, page: { index: number; size: number }): Promise<VendorResponse> {
  return invoke({
    endpoint: '/researchapi/carlock/list',
    method: 'POST',
    headers: { AccessToken: token },
    body: page,
  });
}

/** Moves a lock down (1) or up (2). The command may have arrived even when this throws. @throws NoVendorResponseError */
export function requestMove(token: string, command: { did: string; type: 1 | 2 }): Promise<VendorResponse> {
  return invoke({
    endpoint: '/researchapi/carlock/control',
    method: 'POST',
    headers: { AccessToken: token },
    body: command,
  });
}

const lockedSpacesSchema = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      zone_id: z.string().nullable(),
      zone_name: z.string().nullable(),
      lock: z.object({ device_id: z.string() }),
    })
    .transform(({ lock, ...space }) => ({ ...toCamelCase(space), deviceId: lock.device_id })),
);

/** The spaces that have one of these locks, by name. @throws Problem `admin-spaces-not-loaded` */
export async function listSpacesWithLocks(deviceIds: readonly string[], signal: AbortSignal) {
  const { data, error } = await dataClient()
    .from('parking_spaces')
    .select('id, name, zone_id, zone_name, lock:space_locks!inner(device_id)')
    .in('lock.device_id', deviceIds)
    .order('sort_name')
    .abortSignal(signal);
  if (error) throw new Problem('admin-spaces-not-loaded', { cause: error });
  return parseRow(lockedSpacesSchema, data, 'admin-spaces-not-loaded');
}
