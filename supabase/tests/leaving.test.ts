import { expect, test } from 'vitest';
import {
  type Actor,
  addDevices,
  addVehicle,
  as,
  createPastReservation,
  createRating,
  createSpace,
  one,
  problemOf,
  readValue,
  refusalOf,
  reserve,
  reserveInPast,
  withProof,
} from './as.ts';
import { openBarrier } from './changes-world.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();

const deleteAccountOf = async (actor: Actor) => {
  const person = (await hasAccount(actor)) ? await withProof(sql, actor) : actor;
  await as(sql, person)`select public.delete_my_account()`;
};
const hasAccount = async ({ id }: Actor) => (await sql`select from auth.users where id = ${id}`).length === 1;
const reservation = async (id: string) =>
  (await sql`select user_id, parking_space_id, status, total_amount from public.reservations where id = ${id}`)[0];

/** Something in every table that holds something of a person, and two open sessions. */
async function leaveTraces(person: Actor): Promise<void> {
  const { id } = person;
  await sql`insert into public.user_messages (user_id, sender_type, message) values (${id}, 'user', 'Hola')`;
  await addVehicle(sql, person);
  await addDevices(sql, person);
  await sql`insert into public.user_activity (user_id, activity_type, activity_data) values (${id}, 'signed_in', '{}')`;
  await sql`insert into auth.identities (provider_id, user_id, identity_data, provider) values (${id}, ${id}, '{}', 'email')`;
  for (const device of ['phone', 'laptop']) {
    await sql`
    with session as (
      insert into auth.sessions (id, user_id, user_agent) values (gen_random_uuid(), ${id}, ${device}) returning id
    )
    insert into auth.refresh_tokens (token, user_id, session_id) select ${`${device}-${id}`}, ${id}, id from session`;
  }
}

/** How many rows name the person, table by table; tables without any are left out. */
async function tracesOf({ id }: Actor): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
  select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and attname = 'user_id'
  where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth') order by 1`;
  const traces: Record<string, number> = {};
  for (const { name } of tables) {
    const { count } = await sql.unsafe(`select from ${name} where user_id::text = $1`, [id]);
    if (count > 0) traces[name] = count;
  }
  return traces;
}

test('a session that has proven nothing within the hour deletes no account', async () => {
  expect(await problemOf(as(sql, cast.ana)`select public.delete_my_account()`)).toBe('proof-needed');
  expect(await hasAccount(cast.ana)).toBe(true);
});

test.each<[string, (actor: Actor) => Promise<unknown>]>([
  ['a driver who leaves', deleteAccountOf],
  ['whom the operator deletes', ({ id }) => sql`select private.delete_account(${id})`],
])('%s is gone from every table, sessions and refresh tokens included, and nobody else', async (_, remove) => {
  const { spaceId } = await createSpace(sql);
  const { id } = await reserve(sql, cast.ana, { spaceId, from: 1, to: 2 });
  for (const person of [cast.ana, cast.beto]) await leaveTraces(person);
  const before = await tracesOf(cast.beto);
  expect(await tracesOf(cast.ana)).toMatchObject({ 'auth.refresh_tokens': 2, user_messages: 1 });
  await remove(cast.ana);
  expect([await hasAccount(cast.ana), await tracesOf(cast.ana)]).toEqual([false, {}]);
  expect([await hasAccount(cast.beto), await tracesOf(cast.beto)]).toEqual([true, before]);
  expect(await reservation(id)).toMatchObject({ user_id: null, status: 'cancelled' });
  // To delete twice is to delete once.
  await remove(cast.ana);
});

test('what was booked stays without the person: the future cancelled and free, the rest as it was', async () => {
  const { spaceId } = await createSpace(sql);
  const { spaceId: otherSpaceId } = await createSpace(sql);
  const future = await reserve(sql, cast.ana, { spaceId, from: 1, to: 3 });
  const underWay = await reserve(sql, cast.ana, { spaceId: otherSpaceId, from: -1, to: 1 });
  const completed = await reserveInPast(sql, cast.ana, { spaceId, from: -5, to: -4 });
  const old = await reserveInPast(sql, cast.ana, { spaceId, from: -30, to: -26 });
  await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${completed.id}`;
  await deleteAccountOf(cast.ana);
  const nobodys = { user_id: null, parking_space_id: spaceId };
  expect(await reservation(future.id)).toEqual({ ...nobodys, status: 'cancelled', total_amount: '10.00' });
  expect(await reservation(underWay.id)).toMatchObject({ user_id: null, status: 'active' });
  expect(await reservation(completed.id)).toEqual({ ...nobodys, status: 'completed', total_amount: '5.00' });
  expect(await refusalOf(reserve(sql, cast.beto, { spaceId: otherSpaceId, from: 0, to: 1 }))).toBe('23P01');
  await reserve(sql, cast.beto, { spaceId, from: 1, to: 3 });
  await sql`select private.run_due_work()`;
  expect(await reservation(old.id)).toMatchObject({ user_id: null, status: 'expired' });
});

test('the audit log forgets who has left, keeps what was done, and stays append-only', async () => {
  await as(sql, cast.admin)`
  update public.profiles set full_name = 'Ana Pérez', phone = '+18095550101', rating = 4 where user_id = ${cast.ana.id}`;
  const entry = () =>
    one(sql<{ before: object; after: object }[]>`
      select before, after from public.audit_log
      where subject_table = 'profiles' and after ->> 'user_id' = ${cast.ana.id}`);
  expect(JSON.stringify(await entry())).toContain('Ana Pérez');
  await deleteAccountOf(cast.ana);
  const kept = await entry();
  expect(kept.after).toMatchObject({ user_id: cast.ana.id, rating: 4 });
  for (const column of ['email', 'full_name', 'sort_name', 'phone', 'bio', 'wallet_settings']) {
    expect({ ...kept.before, ...kept.after }).not.toHaveProperty(column);
  }
  expect(await refusalOf(sql`update public.audit_log set action = 'x'`)).toBe('42501');
});

test('a suspended driver who deletes the account does not open another one with the address', async () => {
  const signUp = (email: string | null) => sql`
  insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', ${email})
  on conflict do nothing returning id`;
  const { ana, suspended } = cast;
  for (const person of [ana, suspended]) await deleteAccountOf(person);
  // In whatever case it is typed.
  expect(await signUp(suspended.email)).toEqual([]);
  expect(await signUp(` ${suspended.email?.toUpperCase()}`)).toEqual([]);
  expect(await signUp(ana.email)).toHaveLength(1);
  const kept = await sql`select to_jsonb(a)::text as row from private.suspended_addresses a`;
  expect(kept.filter(({ row }) => String(row).includes('@'))).toEqual([]);
  for (const [days, accounts] of [[364, 0] as const, [367, 1] as const]) {
    await sql`update private.suspended_addresses set deleted_at = now() - make_interval(days => ${days})`;
    await sql`select private.remove_old_data()`;
    expect(await signUp(suspended.email)).toHaveLength(accounts);
  }
});

type Export = Record<string, Record<string, unknown>[] | null>;

const exportDataOf = async (actor: Actor) => readValue<Export>(as(sql, actor)`select public.export_my_data()`);

test('the copy of the own data has the own rows and commands to barriers, and neither a lock, a row of anybody else nor which administrator wrote', async () => {
  const { spaceId } = await createSpace(sql);
  const { ana, beto } = cast;
  for (const person of [ana, beto]) {
    await addVehicle(sql, person);
    await sql`
      insert into public.user_messages (user_id, sender_type, message) values (${person.id}, 'user', ${person.email})`;
  }
  await sql`update public.parking_spaces set kavass_device_id = 'KV-7' where id = ${spaceId}`;
  const { id } = await reserve(sql, ana, { spaceId, from: -1, to: 1 });
  await openBarrier(sql, ana, { id });
  await createRating(sql, ana, await createPastReservation(sql, ana, { spaceId }), 'Rude');
  await sql`update private.installation set samples = false`;
  await as(sql, cast.admin, async (tx) => {
    await tx`insert into public.user_messages (user_id, sender_type, message) values (${ana.id}, 'other', 'Hello')`;
    await tx`update public.ratings set hidden_reason = 'Rude' where user_id = ${ana.id}`;
  });
  await sql`update private.installation set samples = true`;

  const exported = await exportDataOf(ana);

  expect(exported.profiles).toMatchObject([{ user_id: ana.id, email: ana.email, full_name: 'Ana' }]);
  expect(exported.vehicles).toMatchObject([{ name: 'Yaris' }]);
  expect(exported.user_messages?.map(({ message }) => message).toSorted()).toEqual(['Hello', ana.email].toSorted());
  expect(exported.reservations).toContainEqual(
    expect.objectContaining({ id, user_id: ana.id, space_name: 'A-01', zone_name: 'Naco' }),
  );
  expect(exported.ratings).toMatchObject([{ hidden_reason: 'Rude' }]);
  expect(exported.barrier_commands).toEqual([
    { created_at: expect.any(String), action: 'open', outcome: 'moved', reservation_id: id },
  ]);
  for (const secret of [beto.id, beto.email, cast.admin.id, 'KV-7']) {
    expect(JSON.stringify(exported)).not.toContain(secret);
  }
  expect((await exportDataOf(beto)).barrier_commands).toBeNull();
});

test('the export has every table that names a person', async () => {
  const tables = await sql<{ name: string }[]>`
  select c.table_name as name from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'`;
  const exported = await exportDataOf(cast.ana);
  // What administrators propose is theirs; what comes of it is among the entries of the wallet.
  const personal = tables.map(({ name }) => name).filter((name) => name !== 'wallet_corrections');
  expect(Object.keys(exported)).toEqual(expect.arrayContaining(personal));
});

test('an administrator exports their own rows only', async () => {
  const exported = await exportDataOf(cast.admin);
  expect(exported.profiles).toMatchObject([{ user_id: cast.admin.id }]);
  expect(exported.user_roles).toMatchObject([{ role: 'admin' }]);
});
