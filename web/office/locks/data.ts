import * as z from 'zod';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { formatProxyMessage } from '../../../domain/locks/proxy-message.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { readErrorBody } from '../../data/database-problem.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';

const responseSchema = z.object({
  code: z.coerce.number(),
  data: z.unknown().optional(),
  msg: z.string().nullable().default(null).catch(null),
});

/** The vendor's response to a call; code 200 is success. */
type VendorResponse = z.infer<typeof responseSchema>;

export class VendorFailure extends Error {
  override name = 'VendorFailure';
  /** Whether getting the access token failed, or the call itself. */
  readonly step: 'token' | 'call';
  /** The vendor's code; null without a readable response. */
  readonly code: number | null;
  /** The message of the vendor or of the proxy. */
  readonly reason: string | null;

  constructor({ step, code, reason, cause }: Pick<VendorFailure, 'step' | 'code' | 'reason'> & { cause?: unknown }) {
    super('The lock vendor did not do what it was asked', { cause });
    this.step = step;
    this.code = code;
    this.reason = reason;
  }
}

/** The message of the proxy about an error of its own. */
const reasonSchema = z.object({ msg: z.string() });

/** The first call has no token yet. A command may have arrived even when this throws. @throws VendorFailure without a readable response */
export async function callVendor(
  endpoint: 'getAccessToken' | 'carlock/list' | 'carlock/control',
  token: string | null,
  body: Record<string, string | number> | null,
): Promise<VendorResponse> {
  const { data, error } = await dataClient().functions.invoke('lock-proxy', {
    body: {
      endpoint: `/researchapi/${endpoint}`,
      method: token === null ? 'GET' : 'POST',
      headers: token === null ? {} : { AccessToken: token },
      body,
    },
  });
  const step = token === null ? 'token' : 'call';
  if (error) {
    const said = reasonSchema.safeParse(await readErrorBody(error)).data;
    throw new VendorFailure({ step, code: null, reason: said ? formatProxyMessage(said.msg) : null, cause: error });
  }
  const response = responseSchema.safeParse(data);
  if (!response.success) throw new VendorFailure({ step, code: null, reason: null, cause: response.error });
  return response.data;
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
