import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, createSpace, employ, problemOf, readValue, withProof } from './as.ts';
import { openWorld } from './world.ts';

// Sessions of shared tablets, which a PIN opens.

const { sql, cast } = await openWorld();

const PIN = '482913';
type Session = Actor & { session: string };
let ana: Session;
let beto: Session;
let zone: string;
beforeEach(async () => {
  await sql`update private.installation set samples = false`;
  zone = (await createSpace(sql)).zoneId;
  for (const person of [cast.ana, cast.beto]) await employ(sql, person, 'manager', zone);
  ana = await withProof(sql, cast.ana);
  beto = await withProof(sql, cast.beto);
});

const setPin = (by: Actor, pin: string | null = PIN) => as(sql, by)`select public.set_pin(${pin})`;
const lock = (by: Actor) => as(sql, by)`select public.lock_session()`;
const unlock = (by: Actor, pin: string | null = PIN) =>
  readValue<number | null>(as(sql, by)`select public.unlock_session(${pin})`);
const mayPrice = (by: Actor) => readValue<boolean>(as(sql, by)`select private.may('price', ${zone})`);
/** What somebody sees of themselves, and whether they may work. */
const reach = async (by: Actor) => {
  const [own, duties] = await as(sql, by, async (tx) => [
    await tx`select from public.profiles where user_id = ${by.id}`,
    await tx`select from public.my_duties()`,
  ]);
  return [own?.count, duties?.count, await mayPrice(by)];
};
const logOf = async ({ id }: Actor) =>
  (
    await sql<{ entry: string }[]>`
      select action || ' ' || actor_role || case when after ->> 'locked_until' is null then '' else ' locked' end as entry
      from public.audit_log where actor_id = ${id} and subject_table = 'pins' order by id`
  ).map(({ entry }) => entry);
const pass = (interval: string) =>
  sql`update private.pins set locked_until = locked_until - ${interval}::interval`.then(
    () => sql`update private.shared_sessions set open_until = open_until - ${interval}::interval`,
  );

test('a locked session reads and does nothing, until the PIN of its person opens it', async () => {
  await setPin(ana);
  expect(await reach(ana)).toEqual([1, 1, true]);
  await lock(ana);
  expect(await reach(ana)).toEqual([0, 0, false]);
  expect(await problemOf(as(sql, ana)`select private.require_duty('price', ${zone})`)).toBe('42501');
  expect(await unlock(ana)).toBeNull();
  expect(await reach(ana)).toEqual([1, 1, true]);
});

test('a lock and a PIN are of one session and one person', async () => {
  const atHome = await withProof(sql, cast.ana);
  await setPin(ana);
  await setPin(beto, '739105');
  await lock(ana);
  await lock(beto);
  expect([await mayPrice(atHome), await mayPrice(cast.ana)]).toEqual([true, true]);
  expect(await unlock(beto)).toBe(4);
  expect(await unlock(ana, '739105')).toBe(4);
  expect(await unlock(beto, '739105')).toBeNull();
  expect([await mayPrice(ana), await mayPrice(beto)]).toEqual([false, true]);
});

test('five wrong PINs lock the PIN for 15 minutes, which the log has', async () => {
  await setPin(ana);
  await lock(ana);
  for (const left of [4, 3, 2, 1, 0]) expect(await unlock(ana, '111111')).toBe(left);
  expect(await problemOf(unlock(ana))).toBe('pin-locked');
  expect(await mayPrice(ana)).toBe(false);
  await pass('14 minutes');
  expect(await problemOf(unlock(ana))).toBe('pin-locked');
  await pass('1 minute');
  expect(await unlock(ana, null)).toBe(4);
  expect(await unlock(ana)).toBeNull();
  expect(await unlock(ana, '111111')).toBe(4);
  expect(await logOf(ana)).toEqual(['insert manager', 'update manager locked']);
});

test('a session of a shared tablet locks by itself after twelve hours', async () => {
  await setPin(ana);
  await lock(ana);
  await unlock(ana);
  await pass('11 hours');
  expect(await mayPrice(ana)).toBe(true);
  await pass('1 hour');
  expect(await mayPrice(ana)).toBe(false);
});

test.each([
  null,
  '',
  '1234',
  '12345',
  '1234567',
  '12345a',
  '١٢٣٤٥٦',
  '000000',
  '121212',
  '123123',
  '123456',
  '987654',
  '112233',
])('%s is no PIN', async (pin) => {
  expect(await problemOf(setPin(ana, pin))).toBe('pin-common');
});

test('a PIN takes a proof of who sets it, from after the lock', async () => {
  await sql`update auth.sessions set proved_at = null where id = ${ana.session}`;
  expect(await problemOf(setPin(ana))).toBe('proof-needed');
  await sql`update auth.sessions set proved_at = now() - interval '1 minute' where id = ${ana.session}`;
  await setPin(ana);
  await lock(ana);
  expect(await problemOf(setPin(ana, '620418'))).toBe('proof-needed');
  await sql`update auth.sessions set proved_at = now() + interval '1 second' where id = ${ana.session}`;
  await setPin(ana, '620418');
  expect(await mayPrice(ana)).toBe(false);
  expect(await unlock(ana, '620418')).toBeNull();
  // Nor does the PIN stand for the proof from before.
  await sql`update auth.sessions set proved_at = now() - interval '1 second' where id = ${ana.session}`;
  expect(await problemOf(setPin(ana, '951357'))).toBe('proof-needed');
  expect(await logOf(ana)).toEqual(['insert manager', 'update manager']);
});

test('a PIN is set ten times a day at most', async () => {
  for (let set = 0; set < 10; set += 1) await setPin(ana);
  expect(await problemOf(setPin(ana))).toBe('too-many-pins');
});

test.each([
  ['a driver', () => sql`delete from public.zone_staff`],
  ['somebody suspended', () => sql`update public.profiles set status = 'suspended' where user_id = ${ana.id}`],
  ['a session that is over', () => sql`delete from auth.sessions where id = ${ana.session}`],
  [
    'somebody who owes the second factor',
    () => sql`
      insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${ana.id}, 'totp', 'verified', 'sealed')`,
  ],
])('%s has no use of a PIN', async (_, change) => {
  await setPin(ana);
  await lock(ana);
  await change();
  for (const act of [setPin, lock, unlock]) expect(await problemOf(act(ana))).toBe('tablet-for-staff');
});

test('an administrator uses a shared tablet too, and a token without a session does not', async () => {
  const admin = await withProof(sql, cast.admin);
  await setPin(admin);
  await lock(admin);
  expect(await readValue(as(sql, admin)`select private.is_admin()`)).toBe(false);
  expect(await unlock(admin)).toBeNull();
  expect(await readValue(as(sql, admin)`select private.is_admin()`)).toBe(true);
  expect(await logOf(admin)).toEqual(['insert admin']);
  expect(await problemOf(lock(cast.admin))).toBe('tablet-for-staff');
});

test('a person without a PIN is told so, and nobody reads those of others or their sessions', async () => {
  await lock(ana);
  expect(await problemOf(unlock(ana))).toBe('pin-needed');
  await setPin(beto);
  for (const table of ['pins', 'shared_sessions']) {
    const read = (by: Actor) => as(sql, by, (tx) => tx.unsafe(`select from private.${table}`));
    for (const by of [beto, cast.admin, { ...beto, role: 'service_role' as const }]) {
      expect(await problemOf(read(by))).toBe('42501');
    }
  }
  const [entry] = await sql<{ after: object }[]>`
    select after from public.audit_log where actor_id = ${beto.id} and subject_table = 'pins'`;
  expect(Object.keys(entry?.after ?? {}).toSorted()).toEqual(['locked_until', 'user_id']);
});

test('PIN and sessions go with the account, and sessions that are over are cleared away', async () => {
  await setPin(ana);
  await lock(ana);
  await lock(beto);
  await sql`delete from auth.sessions where id = ${beto.session}`;
  await pass('2 days');
  await sql`select private.remove_old_data()`;
  const left = () => sql`
    select id from private.shared_sessions where id in (${ana.session}, ${beto.session})
    union all select user_id from private.pins where user_id = ${ana.id} order by 1`;
  expect((await left()).map(({ id }) => id)).toEqual([ana.id, ana.session].toSorted());
  await sql`delete from auth.users where id = ${ana.id}`;
  await sql`select private.remove_old_data()`;
  expect(await left()).toEqual([]);
});
