import { randomUUID } from 'node:crypto';
import type { Row, Rows, Sql, StatementParts, TransactionSql } from '../../supabase-server/connections/sql.ts';

/** Somebody who acts on the database: a person with an account, or nobody in particular. */
export type Actor = {
  role: 'anon' | 'authenticated' | 'service_role';
  id: string | null;
  email: string | null;
  /** What their session has shown: a password alone unless it says `aal2`. */
  aal?: 'aal1' | 'aal2';
  /** The id of the session that their token names; a token of a program names none. */
  session?: string;
};

export const ANONYMOUS: Actor = { role: 'anon', id: null, email: null };
export const SERVICE: Actor = { role: 'service_role', id: null, email: null };

/** The cast of the tests: two drivers, one who is suspended, one administrator. */
export type Cast = { ana: Actor; beto: Actor; suspended: Actor; admin: Actor };

/** Gives a person a session in which the password was just entered. */
export async function withProof<Person extends Actor>(sql: Sql, person: Person): Promise<Person & { session: string }> {
  const session = randomUUID();
  await sql`insert into auth.sessions (id, user_id, proved_at) values (${session}, ${person.id}, now())`;
  return { ...person, session };
}

const NAMES = { ana: 'Ana', beto: 'Beto', suspended: 'Simón', admin: 'Ada' };

/** Creates people with fresh accounts and these names. */
export async function createPeople<Key extends string>(
  sql: Sql,
  names: Record<Key, string>,
): Promise<Record<Key, Actor>> {
  const people = Object.entries<string>(names).map(([key, name]) => {
    const id = randomUUID();
    return { key, name, id, email: `${name}-${id.slice(0, 8)}@parqueo.test` };
  });
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
    select id, 'authenticated', 'authenticated', email, now(), jsonb_build_object('full_name', name)
    from jsonb_to_recordset(${sql.json(people)}) as person (id uuid, email text, name text)`;
  return Object.fromEntries(people.map(({ key, id, email }) => [key, { role: 'authenticated', id, email }])) as Record<
    Key,
    Actor
  >;
}

/** Creates the cast with fresh accounts. */
export async function createCast(sql: Sql): Promise<Cast> {
  const cast = await createPeople(sql, NAMES);
  await sql`update public.profiles set status = 'suspended' where user_id = ${cast.suspended.id}`;
  await sql`insert into public.user_roles (user_id, role) values (${cast.admin.id}, 'admin')`;
  return cast;
}

/** Somebody who parks from a sign without an account, with a car. */
export async function createGuest(sql: Sql, plate: string): Promise<Actor> {
  const id = randomUUID();
  await sql`insert into auth.users (id, aud, role, is_anonymous) values (${id}, 'authenticated', 'authenticated', true)`;
  await addVehicle(sql, { id }, plate);
  return { role: 'authenticated', id, email: null };
}

/** Gives a person a duty in a zone, or in all without one. @returns the id of the duty */
export const employ = (sql: Sql, { id }: Actor, duty: string, zone: string | null = null): Promise<string> =>
  readValue(sql`insert into public.zone_staff (user_id, duty, zone_id) values (${id}, ${duty}, ${zone}) returning id`);

/** Without sample data a driver's reservations are paid from the wallet. */
export async function fillWallets(sql: Sql): Promise<void> {
  await sql`update public.profiles set wallet_balance = 10000`;
}

/** Turns push on, with so many devices. */
export async function addDevices(sql: Sql, { id }: Actor, count = 1): Promise<void> {
  await sql`update public.user_settings set push_notifications = true where user_id = ${id}`;
  await sql`
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, language, server_key)
    select ${id}, 'https://fcm.googleapis.com/' || gen_random_uuid(), ${'B'.repeat(87)}, ${'a'.repeat(22)}, 'es', ${'B'.repeat(87)}
    from generate_series(1, ${count}::int)`;
}

export async function addVehicle(sql: Sql, { id }: Pick<Actor, 'id'>, plate = 'A123456'): Promise<string> {
  return readValue(sql`
    insert into public.vehicles (user_id, name, plate, type) values (${id}, 'Yaris', ${plate}, 'sedan')
    on conflict (user_id, plate) do update set name = excluded.name returning id`);
}

/** The first row that a statement returns. @throws when it returns none */
export async function one<T>(rows: PromiseLike<readonly T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error('No row came back');
  return row;
}

/** The first value that a statement returns. @throws when it returns no row */
export const readValue = async <T>(rows: PromiseLike<readonly Row[]>): Promise<T> =>
  Object.values(await one(rows))[0] as T;

type Write = <T extends readonly object[] = Row[]>(...statement: StatementParts) => Promise<Rows<T>>;

/**
 * Runs statements exactly as the data API does for this actor: in one transaction, with their role and claims.
 * One statement is written behind the actor: as(sql, cast.ana)`select 1`.
 */
export function as(sql: Sql, actor: Actor): Write;
export function as<T>(sql: Sql, actor: Actor, work: (tx: TransactionSql) => Promise<T>): Promise<T>;
export function as(sql: Sql, actor: Actor, work?: (tx: TransactionSql) => Promise<unknown>): unknown {
  if (work) return runAs(sql, actor, work);
  const run: Write = (...statement) => runAs(sql, actor, (tx) => tx(...statement));
  return run;
}

async function runAs<T>(sql: Sql, actor: Actor, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  const { role, id, email, aal = 'aal1', session: session_id } = actor;
  // Where the database stores no proof, the sign-in of the session is one.
  const amr = session_id === undefined ? [] : [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
  const person = id === null ? {} : { sub: id, email: email ?? undefined, aal, session_id, amr };
  const claims = JSON.stringify({ role, ...person });
  return sql.begin(async (tx) => {
    await tx`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true)`;
    return work(tx);
  });
}

/** Runs a statement without triggers, as no function of the product can: for what time or an earlier version left behind. */
export function withoutRules(sql: Sql): Write {
  return (...statement) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      return tx(...statement);
    });
}

export type DatabaseProblem = Error & { code: string; hint?: string; detail?: string; constraint?: string };

/** What a piece of work fails with. @throws when it does not fail */
export async function errorOf(work: Promise<unknown>): Promise<DatabaseProblem> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error as DatabaseProblem;
    throw error;
  }
  throw new Error('This was expected to fail, and it did not');
}

/** The SQLSTATE that a piece of work fails with. */
export const refusalOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work)).code;

/** The problem that a piece of work fails with: its key, else its SQLSTATE. */
export async function problemOf(work: Promise<unknown>): Promise<string> {
  const { hint, code } = await errorOf(work);
  return hint ?? code;
}

/** Creates a zone with one space; the rate is in dollars an hour. */
export async function createSpace(
  sql: Sql,
  { hourlyRate = 5, zonePrice = 5 }: { hourlyRate?: number | null; zonePrice?: number | null } = {},
): Promise<{ zoneId: string; spaceId: string }> {
  const zoneId = await readValue<string>(sql`
    insert into public.parking_zones (name, price_per_hour, latitude, longitude)
    values ('Naco', ${zonePrice}, 18.4756, -69.9266) returning id`);
  return { zoneId, spaceId: await addSpace(sql, zoneId, { hourlyRate }) };
}

/** Adds a space to a zone. */
export const addSpace = (
  sql: Sql,
  zoneId: string,
  { name = 'A-01', hourlyRate = 5 }: { name?: string; hourlyRate?: number | null } = {},
): Promise<string> =>
  readValue(sql`
    insert into public.parking_spaces (name, zone_id, hourly_rate) values (${name}, ${zoneId}, ${hourlyRate}) returning id`);

/** A time so many hours from now. */
export function hoursFromNow(hours: number): Date {
  return new Date(Date.now() + hours * 3_600_000);
}

type Reserved = { id: string; user_id: string; total_amount: string; status: string };
type Booking = { spaceId: string; from: number; to: number; id?: string; owner?: string | null; amount?: number };

/** Reserves a space as this actor, from and to in hours from now; the rest is what a tampering client would send. */
export function reserve(sql: Sql, actor: Actor, booking: Booking): Promise<Reserved> {
  const { spaceId, from, to, id, owner, amount } = booking;
  if (to < 0) return reserveInPast(sql, actor, booking);
  return one(as(sql, actor)<Reserved[]>`
    insert into public.reservations (id, user_id, parking_space_id, start_time, end_time, total_amount, status)
    values (${id ?? randomUUID()}, ${owner === undefined ? actor.id : owner}, ${spaceId},
      ${hoursFromNow(from)}, ${hoursFromNow(to)}, ${amount ?? 0}, 'active')
    returning id, user_id, total_amount, status`);
}

/** Far enough ahead that no test books then. */
const HOURS_AHEAD = 2000;

/**
 * Books a reservation that has begun, from and to in hours from now. No driver reserves the past: `book` reserves as long a
 * time far ahead, and the owner of the database moves it.
 */
export async function bookInPast<T extends { id: string }>(
  sql: Sql,
  { from, to }: Pick<Booking, 'from' | 'to'>,
  book: (ahead: Pick<Booking, 'from' | 'to'>) => Promise<T>,
): Promise<T> {
  const booked = await book({ from: HOURS_AHEAD, to: HOURS_AHEAD + to - from });
  const times = { start_time: hoursFromNow(from), end_time: hoursFromNow(to) };
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    // In the order of locks: the row, then its space.
    const [row] = await tx<{ space: string }[]>`
      select parking_space_id as space from public.reservations where id = ${booked.id} for update`;
    await tx`select private.lock_space(${row?.space ?? null})`;
    await tx`update public.reservations set ${tx(times)} where id = ${booked.id}`;
    await tx`select private.refresh_status_of(array[${row?.space ?? null}]::uuid[])`;
  });
  return { ...booked, ...times };
}

export const reserveInPast = (sql: Sql, actor: Actor, booking: Pick<Booking, 'spaceId' | 'from' | 'to'>) =>
  bookInPast(sql, booking, (ahead) => reserve(sql, actor, { ...booking, ...ahead }));

type PastReservation = {
  spaceId: string;
  /** Hours since its end. */
  endedHoursAgo?: number;
  status?: 'active' | 'completed' | 'cancelled' | 'expired';
};

/** A reservation of an hour that is over, written by the owner of the database with the triggers off. */
export async function createPastReservation(
  sql: Sql,
  { id }: Actor,
  { spaceId, endedHoursAgo = 1, status = 'completed' }: PastReservation,
): Promise<string> {
  const [reservation] = await withoutRules(sql)<{ id: string }[]>`
    insert into public.reservations (user_id, parking_space_id, start_time, end_time, status)
    values (${id}, ${spaceId}, ${hoursFromNow(-endedHoursAgo - 1)}, ${hoursFromNow(-endedHoursAgo)}, ${status})
    returning id`;
  return reservation?.id ?? '';
}

/** Rates a reservation, whatever its state and whether or not ratings are kept. */
export async function createRating(sql: Sql, driver: Actor, reservationId: string, comment: string): Promise<void> {
  await withoutRules(sql)`
      insert into public.ratings (reservation_id, user_id, zone_id, overall, cleanness, communication, accessibility, comment)
      select r.id, ${driver.id}, s.zone_id, 4, 4, 4, 4, ${comment}
      from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id where r.id = ${reservationId}`;
}
