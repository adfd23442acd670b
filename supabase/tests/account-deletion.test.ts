import { expect, test } from 'vitest';
import { type Actor, as, createSpace, refusalOf, reserve, reserveInPast } from './as.ts';
import { openWorld } from './world.ts';

const PERSONAL_TABLES = [
  'profiles',
  'user_settings',
  'user_roles',
  'user_activity',
  'user_messages',
  'vehicles',
  'notifications',
  'push_subscriptions',
];

const { sql, cast } = await openWorld();

const deleteAccountOf = (actor: Actor) =>
  as(sql, actor, (tx) => tx`select public.delete_my_account()`.then(() => undefined));

const hasAccount = async ({ id }: Actor) => {
  const rows = await sql`select 1 from auth.users where id = ${id}`;
  return rows.length === 1;
};

const reservation = async (id: string) => {
  const [row] = await sql`
    select user_id, parking_space_id, status, total_amount from public.reservations where id = ${id}`;
  return row;
};

/** Something in every table that holds something of a person, and two open sessions. */
async function leaveTraces({ id }: Actor): Promise<void> {
  await sql`insert into public.user_messages (user_id, sender_type, message) values (${id}, 'user', 'Hola')`;
  await sql`insert into public.vehicles (user_id, name, plate, type) values (${id}, 'Yaris', 'A1', 'sedan')`;
  await sql`
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, language, server_key)
    values (${id}, ${`https://fcm.googleapis.com/fcm/send/${id}`}, ${'B'.repeat(87)}, ${'a'.repeat(22)}, 'es',
      ${'B'.repeat(87)})`;
  await sql`
    insert into public.user_activity (user_id, activity_type, activity_data) values (${id}, 'signed_in', '{}')`;
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider) values (${id}, ${id}, '{}', 'email')`;
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
  const traces: Record<string, number> = {};
  const tables = [
    ...PERSONAL_TABLES.map((table) => `public.${table}`),
    'public.reservations',
    'auth.identities',
    'auth.sessions',
    'auth.refresh_tokens',
  ];
  for (const table of tables) {
    const [row] = await sql.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from ${table} where user_id::text = $1`,
      [id],
    );
    if (row && row.rows > 0) traces[table] = row.rows;
  }
  return traces;
}

test('a driver who leaves is gone from every table, sessions and refresh tokens included', async () => {
  const { spaceId } = await createSpace(sql);
  await reserve(sql, cast.ana, { spaceId, from: 1, to: 2 });
  await leaveTraces(cast.ana);
  expect(await tracesOf(cast.ana)).toMatchObject({ 'auth.refresh_tokens': 2, 'public.user_messages': 1 });

  await deleteAccountOf(cast.ana);

  expect(await hasAccount(cast.ana)).toBe(false);
  expect(await tracesOf(cast.ana)).toEqual({});
});

test('what was booked stays without the person: the future cancelled, the rest as it was', async () => {
  const { spaceId } = await createSpace(sql);
  const { spaceId: otherSpaceId } = await createSpace(sql);
  const future = await reserve(sql, cast.ana, { spaceId, from: 1, to: 3 });
  const underWay = await reserve(sql, cast.ana, { spaceId: otherSpaceId, from: -1, to: 1 });
  const completed = await reserveInPast(sql, cast.ana, { spaceId, from: -5, to: -4 });
  await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${completed.id}`;

  await deleteAccountOf(cast.ana);

  expect(await reservation(future.id)).toEqual({
    user_id: null,
    parking_space_id: spaceId,
    status: 'cancelled',
    total_amount: '10.00',
  });
  expect(await reservation(underWay.id)).toMatchObject({ user_id: null, status: 'active' });
  expect(await reservation(completed.id)).toMatchObject({ user_id: null, status: 'completed', total_amount: '5.00' });
});

test('the space of a cancelled booking is free for the next driver, that of a reservation under way is not', async () => {
  const { spaceId } = await createSpace(sql);
  await reserve(sql, cast.ana, { spaceId, from: 2, to: 4 });
  await reserve(sql, cast.ana, { spaceId, from: -1, to: 1 });

  await deleteAccountOf(cast.ana);

  expect(await refusalOf(reserve(sql, cast.beto, { spaceId, from: 0, to: 1 }))).toBe('23P01');
  await expect(reserve(sql, cast.beto, { spaceId, from: 2, to: 4 })).resolves.toMatchObject({ status: 'active' });
});

test('deleting twice is the same as deleting once', async () => {
  await deleteAccountOf(cast.ana);
  await expect(deleteAccountOf(cast.ana)).resolves.toBeUndefined();
});

test('a token that outlives its account books nothing and makes no new profile', async () => {
  const { spaceId } = await createSpace(sql);
  await deleteAccountOf(cast.ana);

  expect(await refusalOf(reserve(sql, cast.ana, { spaceId, from: 1, to: 2 }))).toBe('23503');
  const bootstrap = as(
    sql,
    cast.ana,
  )`insert into public.profiles (user_id, email) values (${cast.ana.id}, ${cast.ana.email})`;
  expect(await refusalOf(bootstrap)).toBe('23503');
});

test('an administrator may leave while another one reservations', async () => {
  await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;

  await deleteAccountOf(cast.admin);

  expect(await hasAccount(cast.admin)).toBe(false);
  expect(await as(sql, cast.beto)`select private.is_admin() as yes`).toEqual([{ yes: true }]);
  const entries = await as(
    sql,
    cast.beto,
  )`select action, subject_table, before from public.audit_log where subject_id = ${cast.admin.id}`;
  expect(entries).toContainEqual({ action: 'delete', subject_table: 'users', before: null });
});

test('the audit log forgets who has left, keeps what was done, and stays append-only', async () => {
  await as(sql, cast.admin)`
      update public.profiles set full_name = 'Ana Pérez', phone = '+18095550101', rating = 4 where user_id = ${cast.ana.id}`;
  const entry = () => sql`
    select before, after from public.audit_log where subject_table = 'profiles' and after ->> 'user_id' = ${cast.ana.id}`;
  expect(JSON.stringify(await entry())).toContain('Ana Pérez');

  await deleteAccountOf(cast.ana);

  const [kept] = await entry();
  expect(kept?.after).toMatchObject({ user_id: cast.ana.id, rating: 4 });
  for (const column of ['email', 'full_name', 'sort_name', 'phone', 'bio', 'wallet_settings']) {
    expect(kept?.before).not.toHaveProperty(column);
    expect(kept?.after).not.toHaveProperty(column);
  }
  expect(await refusalOf(sql.begin((tx) => tx`update public.audit_log set action = 'x'`))).toBe('42501');
});

test('a booking that is being made while its driver leaves is cancelled too', async () => {
  const { spaceId } = await createSpace(sql);
  let leaving: Promise<void> | undefined;
  const id = await as(sql, cast.ana, async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, status)
      values (${cast.ana.id}, ${spaceId}, now() + interval '1 hour', now() + interval '2 hours', 'active') returning id`;
    leaving = deleteAccountOf(cast.ana);
    await expect
      .poll(
        () => sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    return row?.id ?? '';
  });
  await leaving;
  expect(await reservation(id)).toMatchObject({ user_id: null, status: 'cancelled' });
});

test('the scheduler still expires a reservation whose driver has left', async () => {
  const { spaceId } = await createSpace(sql);
  const { id } = await reserveInPast(sql, cast.ana, { spaceId, from: -30, to: -26 });
  await deleteAccountOf(cast.ana);
  await sql`select public.run_due_work()`;
  expect(await reservation(id)).toMatchObject({ status: 'expired', user_id: null });
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
  expect(kept.map(({ row }) => String(row)).filter((row) => row.includes('@'))).toEqual([]);
  await sql`update private.suspended_addresses set deleted_at = now() - interval '364 days'`;
  await sql`select private.remove_old_data()`;
  expect(await signUp(suspended.email)).toEqual([]);
  await sql`update private.suspended_addresses set deleted_at = now() - interval '367 days'`;
  await sql`select private.remove_old_data()`;
  expect(await signUp(suspended.email)).toHaveLength(1);
});
