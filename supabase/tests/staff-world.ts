import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type Actor, createPeople, createSpace, employ, withProof } from './as.ts';

/** Their names, which the log has, their duties, and the zones of these; of all zones where there is none. */
const STAFF = {
  attendant: ['Ana', 'attendant', 'A'],
  cashier: ['Carla', 'cashier', 'A'],
  manager: ['Mario', 'manager', 'A'],
  attendantOfB: ['Abel', 'attendant', 'B'],
  cashierOfB: ['Cira', 'cashier', 'B'],
  managerOfB: ['Marta', 'manager', 'B'],
  ofBoth: ['Alba', 'attendant', 'AB'],
  everywhere: ['Carlos', 'cashier', ''],
  accountant: ['Adela', 'accountant', ''],
  suspended: ['Simón', 'manager', 'A'],
  tablet: ['Tania', 'manager', 'A'],
} as const;

export type Staff = Record<keyof typeof STAFF, Actor>;

/** Staff of two zones with a space each, one of whom is suspended and one on a tablet that is locked. Nobody administers. */
export async function createStaff(sql: Sql) {
  const a = await createSpace(sql);
  const b = await createSpace(sql);
  const entries = Object.entries(STAFF);
  const staff: Staff = await createPeople(
    sql,
    Object.fromEntries(entries.map(([key, [name]]) => [key, name])) as Record<keyof typeof STAFF, string>,
  );
  for (const [key, [, duty, zones]] of entries) {
    for (const zone of zones === '' ? [null] : [...zones].map((letter) => (letter === 'A' ? a.zoneId : b.zoneId))) {
      await employ(sql, staff[key as keyof Staff], duty, zone);
    }
  }
  await sql`update public.profiles set status = 'suspended' where user_id = ${staff.suspended.id}`;
  const locked = await withProof(sql, staff.tablet);
  await sql`insert into private.shared_sessions (id) values (${locked.session})`;
  return {
    zoneA: a.zoneId,
    spaceOfA: a.spaceId,
    zoneB: b.zoneId,
    spaceOfB: b.spaceId,
    people: { ...staff, tablet: locked },
  };
}
