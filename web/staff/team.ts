import * as z from 'zod';
import { m } from '#messages';
import { DUTIES, type Duty } from '../../domain/staff/duties.ts';
import { useDuties } from '../account/session/duties.tsx';
import { useZoneChoices } from '../booking/zones/zone-choices.ts';
import { dataClient } from '../data/connection.ts';
import { save } from '../data/database-problem.ts';
import { tableRow } from '../data/table-row.ts';
import { readRows } from '../ui/table/parse-rows.ts';

const memberRow = tableRow({
  /** Null for an administrator. */
  id: z.string().nullable(),
  /** Null for an address that is invited until `invited_until`. */
  user_id: z.string().nullable(),
  full_name: z.string().nullable(),
  email: z.string(),
  duty: z.enum([...DUTIES, 'admin']),
  zone_id: z.string().nullable(),
  zone_name: z.string().nullable(),
  status: z.string(),
  is_owner: z.boolean(),
  invited_until: z.iso.datetime({ offset: true }).nullable(),
});
export type Member = z.infer<typeof memberRow.schema>;

/** Who works in the zones of the caller; administrators see everybody. @throws Problem `staff-not-loaded` */
export const listTeam = async (signal: AbortSignal): Promise<Member[]> =>
  readRows(await dataClient().rpc('list_staff').abortSignal(signal), memberRow.schema, 'staff-not-loaded').rows;

/** The zones in which the caller has one of these duties, to choose from; an empty value stands for all zones. */
export function useOwnZones(...duties: Duty[]) {
  const posts = (useDuties().data ?? []).filter(({ duty, needsFactor }) => !needsFactor && duties.includes(duty));
  const held = new Map(posts.map(({ zoneId, zoneName }) => [zoneId, zoneName]));
  const { data = [] } = useZoneChoices({ enabled: held.has(null) });
  if (held.has(null)) for (const { id, name } of data) held.set(id, name);
  return [...held].map(([id, name]) => ({ value: id ?? '', label: name ?? m.staff_all_zones() }));
}

export type Post = { duty: Duty; zone: string | null };

// Each throws a Problem with the rule that was broken, or `staff-not-saved`.
const call = (name: string, args: object) => save(dataClient().rpc(name, args), 'staff-not-saved');
export const invite = (invited: Post & { email: string }) => call('invite_staff', invited);
export const changeDuty = (changed: Post & { staff: string | null }) => call('change_duty', changed);
export const handOver = (administrator: string | null) => call('hand_over_ownership', { administrator });
export const endDuty = (staff: string | null) => call('change_duty', { staff, duty: null, zone: null });
