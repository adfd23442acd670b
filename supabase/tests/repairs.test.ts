import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS, migrate } from '../../server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { migrateUntil } from '../../server/testing/migrate-until.ts';
import { type Cast, createCast, createSpace } from './as.ts';

// Migrations that add rules to tables with rows: what broke the rules before is repaired, and everything else stays.

const FIRST_REPAIR = '20261122000200';
const LONG = 200_000;

let database: TestDatabase;
let cast: Cast;
let spaceId: string;
let zoneId: string;
const ids: Record<string, string> = {};

type Settings = { auto_logout_minutes: number; updated_at: Date };
let settingsBefore: Settings[];

/** Stores a stay on a space of its own. */
async function keep(name: string, start: string, end: string, { status = 'active', amount = '15' } = {}) {
  const space = await createSpace(database.sql);
  const [row] = await database.sql.unsafe<{ id: string }[]>(
    `insert into public.reservations (user_id, parking_space_id, start_time, end_time, total_amount, status)
    values ($1, $2, $3::text::timestamptz, $4::text::timestamptz, $5, $6) returning id`,
    [cast.ana.id, space.spaceId, start, end, amount, status],
  );
  ids[name] = row?.id ?? '';
}

/** Of Ana, who never chose, and Beto, who did. */
const readSettings = async () => [
  ...(await database.sql<Settings[]>`
    select auto_logout_minutes, updated_at from public.user_settings
    where user_id in ${database.sql([cast.ana.id ?? '', cast.beto.id ?? ''])} order by auto_logout_minutes desc`),
];

beforeAll(async () => {
  database = await createTestDatabase({ template: 'empty' });
  const { sql } = database;
  await migrateUntil(sql, FIRST_REPAIR);
  cast = await createCast(sql);
  ({ spaceId, zoneId } = await createSpace(sql));
  await sql`alter table public.reservations disable trigger user`;
  await keep('fine', '2026-03-01T10:00Z', '2026-03-01T13:00Z', { status: 'completed' });
  await keep('year 12000', '12000-01-01T00:00Z', '12000-01-01T01:00Z');
  await keep('before Christ', '0044-03-15 00:00+00 BC', '0044-03-15 01:00+00 BC');
  await keep('until infinity', '2099-01-01T00:00Z', 'infinity', { amount: 'NaN' });
  await keep('72 years', '2027-01-01T00:00Z', '2098-12-31T00:00Z', { amount: '74400' });
  await keep('ended in 1999', '1999-01-01T00:00Z', '1999-01-01T03:00Z', { status: 'expired' });
  await sql`alter table public.reservations enable trigger user`;
  await sql`update public.parking_spaces set hourly_rate = 'NaN', name = repeat('n', ${LONG}::int)`;
  await sql`update public.parking_zones set price_per_hour = 20000, description = repeat('d', ${LONG}::int)`;
  await sql`
    update public.profiles set bio = repeat('b', ${LONG}::int), phone = repeat('1', ${LONG}::int), wallet_balance = 'NaN'
    where user_id = ${cast.ana.id}`;
  await sql`
    update auth.users set raw_user_meta_data = jsonb_build_object('full_name', repeat('x', ${LONG}::int), 'sub', id::text)
    where id = ${cast.ana.id}`;
  await sql`update public.user_settings set auto_logout_minutes = 45 where user_id = ${cast.beto.id}`;
  settingsBefore = await readSettings();
  await sql`
    insert into auth.sessions (id, user_id, user_agent) values (gen_random_uuid(), ${cast.ana.id}, repeat('u', ${LONG}::int))`;
  await migrate(sql, MIGRATIONS);
});
afterAll(() => database.close());

const stay = async (name: string) => {
  const [row] = await database.sql`
    select (start_time at time zone 'UTC')::text as start, (end_time at time zone 'UTC')::text as end, total_amount::text as amount, status
    from public.reservations where id = ${ids[name] ?? ''}`;
  return row;
};

test('a stay outside of the calendar is moved into it, and cancelled when it was active', async () => {
  expect(await stay('year 12000')).toMatchObject({ start: '2199-12-31 00:00:00', status: 'cancelled' });
  expect(await stay('before Christ')).toMatchObject({ start: '1970-01-01 00:00:00', end: '1970-01-01 01:00:00' });
  expect(await stay('until infinity')).toMatchObject({
    amount: '0.00',
    status: 'cancelled',
    end: '2200-01-01 00:00:00',
  });
});

test('an active stay of 72 years is shortened to 31 days, and its amount with it', async () => {
  expect(await stay('72 years')).toMatchObject({
    start: '2027-01-01 00:00:00',
    end: '2027-02-01 00:00:00',
    status: 'active',
    amount: '87.71',
  });
});

test('what was within the bounds stays as it was, and old records too', async () => {
  expect(await stay('fine')).toEqual({
    start: '2026-03-01 10:00:00',
    end: '2026-03-01 13:00:00',
    amount: '15.00',
    status: 'completed',
  });
  expect(await stay('ended in 1999')).toMatchObject({ start: '1999-01-01 00:00:00', status: 'expired' });
});

test('the audit log keeps each repaired stay as it was', async () => {
  const entries = await database.sql`
    select before ->> 'start_time' as start, before ->> 'total_amount' as amount from public.audit_log
    where subject_id = ${ids['until infinity'] ?? ''}`;
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ amount: 'NaN' });
});

test('rates that are none are forgotten or lowered, and balances begin anew', async () => {
  expect(await database.sql`select hourly_rate from public.parking_spaces where id = ${spaceId}`).toEqual([
    { hourly_rate: null },
  ]);
  expect(await database.sql`select price_per_hour from public.parking_zones where id = ${zoneId}`).toEqual([
    { price_per_hour: '10000.00' },
  ]);
});

test('texts that are too long are cut off', async () => {
  const [profile] = await database.sql`
    select length(bio) as bio, length(phone) as phone, wallet_balance from public.profiles where user_id = ${cast.ana.id}`;
  expect(profile).toEqual({ bio: 300, phone: 32, wallet_balance: '0.00' });
  const [place] = await database.sql`
    select length(s.name) as name, length(z.description) as description
    from public.parking_spaces s join public.parking_zones z on z.id = s.zone_id where s.id = ${spaceId}`;
  expect(place).toEqual({ name: 120, description: 2000 });
});

test('metadata keeps the name, shortened, and a session its program', async () => {
  const [user] = await database.sql`
    select length(raw_user_meta_data ->> 'full_name') as name, raw_user_meta_data ->> 'sub' as sub
    from auth.users where id = ${cast.ana.id}`;
  expect(user).toEqual({ name: 80, sub: cast.ana.id });
  expect(await database.sql`select length(user_agent) as length from auth.sessions`).toEqual([{ length: 1024 }]);
});

test('the old idle limit becomes the new default without an edit, and a chosen one stays', async () => {
  expect(settingsBefore.map(({ auto_logout_minutes }) => auto_logout_minutes)).toEqual([60, 45]);
  const [ana, beto] = settingsBefore;
  expect(await readSettings()).toEqual([{ ...ana, auto_logout_minutes: 1440 }, beto]);
});
