import type { Executor, Sql } from '../../supabase-server/connections/sql.ts';

/** How many rows a database has. Drivers have the addresses `driver1@parqueo.test`, `driver2@parqueo.test`, and so on. */
export type WorldSize = {
  zones: number;
  /** How many of the zones are in `VIEWPORT`; the others are elsewhere in the country. */
  zonesInView: number;
  spacesPerZone: number;
  drivers: number;
  reservations: number;
};

/** What a phone shows of Santo Domingo. */
export const VIEWPORT = { west: -69.95, south: 18.45, east: -69.88, north: 18.5 };

/** One of so many reservations is upcoming; the others are over. */
const RESERVATIONS_FOR_EACH_UPCOMING = 50;

// Without triggers, which would take hours and change nothing for reads.
const fill = ({ zones, zonesInView, spacesPerZone, drivers, reservations }: WorldSize, passwordHash: string) => `
  update private.limits set upcoming_reservations = 10000, reservations_per_hour = 100000;
  set session_replication_role = replica;
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'driver' || n || '@parqueo.test', '${passwordHash}', now(),
      '{"provider": "email", "providers": ["email"]}' from generate_series(1, ${drivers}) n;
  insert into public.profiles (user_id, email, full_name) select id, email, 'Ana Núñez' from auth.users;
  insert into public.parking_zones (name, location, description, price_per_hour, lowest_rate, highest_rate, rating, amenities, latitude, longitude)
    select 'Zone ' || n, 'Av. Winston Churchill ' || n, 'Near the park', 1 + n % 9, 5, 5, 4.5, '{"security": true, "roofed": true}',
      case when n <= ${zonesInView} then ${VIEWPORT.south} + y * ${VIEWPORT.north - VIEWPORT.south} else 17.6 + y * 2.3 end,
      case when n <= ${zonesInView} then ${VIEWPORT.west} + x * ${VIEWPORT.east - VIEWPORT.west} else -71.9 + x * 1.9 end
    from generate_series(1, ${zones}) n, lateral (select (n * 0.7548776662) % 1 as y, (n * 0.5698402910) % 1 as x) place;
  insert into public.parking_spaces (name, zone_id, zone_name, location)
    select 'A-' || n, z.id, z.name, z.location from public.parking_zones z, generate_series(1, ${spacesPerZone}) n;
  with people as (select array_agg(user_id) as ids from public.profiles),
    places as (select array_agg(id) as ids from public.parking_spaces)
  insert into public.reservations (user_id, parking_space_id, start_time, end_time, created_at, total_amount, status)
    select people.ids[1 + n % ${drivers}], places.ids[1 + n % ${zones * spacesPerZone}], starts, starts + interval '3 hours',
      least(starts, now()) - interval '2 hours', 15,
      case when is_upcoming then 'active' else (array['completed', 'cancelled', 'expired'])[1 + nth % 3] end
    from people, places, generate_series(0, ${reservations - 1}) n,
      lateral (select n / ${zones * spacesPerZone} as nth) a,
      lateral (select nth % ${RESERVATIONS_FOR_EACH_UPCOMING} = 0 as is_upcoming) b,
      lateral (select now() + case when is_upcoming then interval '2 hours' + nth / ${RESERVATIONS_FOR_EACH_UPCOMING} * interval '4 hours'
        else -(nth + 1) * interval '4 hours' end as starts) c;
  set session_replication_role = origin;`;

/** Enters what each reservation that began was paid with from the wallet, and what it earned. Without triggers, as above. */
export const PAY_RESERVATIONS = `
  set session_replication_role = replica;
  insert into public.ledger_accounts (kind, user_id) select 'wallet', user_id from public.profiles
    on conflict do nothing;
  insert into public.ledger_transactions (key, kind, reservation_id, created_at)
    select 'reservation ' || id, 'reservation', id, start_time from public.reservations where status <> 'cancelled' and start_time < now();
  insert into public.ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, case a.kind when 'deferred' then 15 when 'tax' then 2.7 else -17.7 end
    from public.ledger_transactions t join public.reservations r on r.id = t.reservation_id
    join public.ledger_accounts a on a.kind in ('deferred', 'tax') or a.user_id = r.user_id;
  insert into public.ledger_transactions (key, kind, reservation_id, created_at)
    select 'earned ' || t.reservation_id, 'earned', r.id, r.end_time
    from public.ledger_transactions t join public.reservations r on r.id = t.reservation_id where r.end_time < now();
  insert into public.ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, case a.kind when 'revenue' then 15 else -15 end
    from public.ledger_transactions t join public.ledger_accounts a on a.kind in ('deferred', 'revenue')
    where t.kind = 'earned';
  set session_replication_role = origin;`;

/** @param sql whose statements may take long enough for the size */
export async function fillWorld(sql: Executor, size: WorldSize, passwordHash = ''): Promise<void> {
  await sql.unsafe(fill(size, passwordHash));
  await sql.unsafe('vacuum analyze');
}

export async function findIds(sql: Sql): Promise<{ spaceIds: string[]; driverIds: string[] }> {
  const [spaces, drivers] = await Promise.all([
    sql<{ id: string }[]>`select id from public.parking_spaces order by id`,
    sql<{ id: string }[]>`select id from auth.users order by id`,
  ]);
  return { spaceIds: spaces.map(({ id }) => id), driverIds: drivers.map(({ id }) => id) };
}
