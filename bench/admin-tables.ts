import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Hono } from 'hono';
import { pino } from 'pino';
import { startEmbedded } from '../server/database/embedded/embedded.ts';
import { MIGRATIONS, migrate } from '../server/database/migrate.ts';
import type { AppEnv } from '../supabase-server/caller.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import { openCallerPool } from '../supabase-server/connections/pool.ts';
import { createDataApi } from '../supabase-server/postgrest/data-api.ts';
import { createOverviewCards } from './support/overview-cards.ts';
import { median, report } from './support/report.ts';
import { PAY_RESERVATIONS } from './support/world.ts';

// How long an administrator waits for the tables of 100,000 reservations and 10,000 users, through the data API with row
// level security, and how much longer a filtered page takes than with 1,000 reservations. Then how long the cards of the
// overview take with a million.

const CALLS = 21;
const PAGE = 25;
const MAX_RATIO = 2;

/** Without triggers, which would take an hour and change nothing for reads. */
const WORLD = `
  set session_replication_role = replica;
  insert into auth.users (id, aud, role, email)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'driver' || n || '@parqueo.test' from generate_series(1, 10000) n;
  insert into public.profiles (user_id, email, full_name)
    select id, email, (array['Ana', 'Beto', 'Carmen', 'Diego', 'Elena', 'Félix', 'Gloria', 'Héctor'])[1 + abs(hashtext(email)) % 8]
      || ' ' || (array['Núñez', 'Pérez', 'Rosario', 'Santana', 'Vargas'])[1 + abs(hashtext('x' || email)) % 5] from auth.users;
  insert into public.parking_zones (name, location, lowest_rate, highest_rate) select 'Zone ' || n, 'Av. Winston Churchill ' || n, 5, 5 from generate_series(1, 100) n;
  insert into public.parking_spaces (name, zone_id, zone_name, location)
    select 'Z' || z.name || '-' || n, z.id, z.name, z.location from public.parking_zones z, generate_series(1, 10) n;
  insert into public.user_roles (user_id, role) select user_id, 'admin' from public.profiles limit 1;
  set session_replication_role = origin;`;

/** Every nth of 100,000 reservations, so that few are distributed like many; `rest` are the others. */
const reservations = (which: 'few' | 'rest') => `
  set session_replication_role = replica;
  with people as (select array_agg(user_id) as ids from public.profiles),
    spaces as (select id, row_number() over () as number from public.parking_spaces)
  insert into public.reservations (user_id, parking_space_id, start_time, end_time, total_amount, status)
    select people.ids[1 + (n * 977 + number * 31) % 10000], spaces.id, starts, starts + interval '3 hours', 15 + n % 7,
      case when n < 90 then (array['completed', 'cancelled', 'expired'])[1 + n % 3] else 'active' end
    from people, spaces, generate_series(1, 100) n,
      lateral (select now() + n * interval '4 hours' - interval '380 hours' + number * interval '7 seconds' as starts) t
    where (number % 100 = n % 100) ${which === 'few' ? '' : 'is not true'};
  set session_replication_role = origin;`;

/** Nine hundred more reservations for each space, every eight hours before the others. */
const HISTORY = `
  set session_replication_role = replica;
  with people as (select array_agg(user_id) as ids from public.profiles),
    spaces as (select id, row_number() over () as number from public.parking_spaces)
  insert into public.reservations (user_id, parking_space_id, start_time, end_time, ended_at, total_amount, status, payment_method)
    select people.ids[1 + (n * 977 + number * 31) % 10000], spaces.id, starts, starts + interval '3 hours',
      starts + interval '3 hours' + (n % 20 - 15) * interval '2 minutes', 15 + n % 7,
      case when n % 10 = 0 then 'cancelled' else 'completed' end, 'wallet'
    from people, spaces, generate_series(1, 900) n,
      lateral (select now() - n * interval '8 hours' - interval '380 hours' + number * interval '7 seconds' as starts) t;
  set session_replication_role = origin;`;

type Case = { name: string; limitMs: number; path: string; words?: string; body?: object; isCounted?: boolean };

const now = new Date().toISOString();

// The table requests one more than it shows.
const newest = `order=start_time.desc,id&limit=${PAGE + 1}`;
const people = `order=created_at.desc.nullslast,id&limit=${PAGE}`;
const CASES: Case[] = [
  { name: 'page 1', limitMs: 50, path: `admin_reservations?${newest}`, isCounted: false },
  { name: 'count of all', limitMs: 100, path: 'admin_reservations?limit=1' },
  { name: 'page 500', limitMs: 250, path: `admin_reservations?${newest}&offset=${499 * PAGE}`, isCounted: false },
  {
    name: 'count of current',
    limitMs: 150,
    path: 'admin_reservations?time_state=eq.current&start_time=lte.now&limit=1',
  },
  { name: 'sorted by user', limitMs: 800, path: `admin_reservations?order=user_name,id&limit=${PAGE}` },
  { name: 'search, one person', limitMs: 150, path: `rpc/search_admin_reservations?${newest}`, words: 'driver777@' },
  { name: 'search, one in eight', limitMs: 300, path: `rpc/search_admin_reservations?${newest}`, words: 'ana ' },
  { name: 'search, all rows', limitMs: 800, path: `rpc/search_admin_reservations?${newest}`, words: 'a' },
  {
    name: 'export, 1,000 rows',
    limitMs: 250,
    path: `admin_reservations?start_time=lte.${now}&order=start_time.desc,id&limit=1000`,
    isCounted: false,
  },
  { name: 'users, page 1', limitMs: 50, path: `admin_users?${people}` },
  { name: 'users, page 400', limitMs: 100, path: `admin_users?${people}&offset=${399 * PAGE}` },
  { name: 'users, by name', limitMs: 100, path: `admin_users?order=full_name.asc.nullslast,id&limit=${PAGE}` },
  { name: 'users, administrators', limitMs: 100, path: `admin_users?role=eq.admin&${people}` },
  { name: 'users, search one', limitMs: 100, path: `rpc/search_admin_users?${people}`, words: 'driver777@' },
  { name: 'users, search all', limitMs: 100, path: `rpc/search_admin_users?${people}`, words: 'a' },
  { name: 'users, summary', limitMs: 50, path: 'rpc/admin_user_summary', body: {} },
];

const LIMIT_OF_CARD_MS = 50;

/** Filters of the table's address. As in the table, only a search is counted with its page. */
const FILTERED: Omit<Case, 'limitMs'>[] = [
  { name: 'status active', path: `admin_reservations?status=eq.active&${newest}`, isCounted: false },
  { name: 'status cancelled', path: `admin_reservations?status=eq.cancelled&${newest}`, isCounted: false },
  {
    name: 'time current',
    // No more than so many of 1,000 reservations are current, and a longer page takes longer.
    path: 'admin_reservations?time_state=eq.current&start_time=lte.now&order=start_time.desc,id&limit=5',
    isCounted: false,
  },
  { name: 'time future', path: `admin_reservations?time_state=eq.future&${newest}`, isCounted: false },
  { name: 'time past', path: `admin_reservations?time_state=eq.past&${newest}`, isCounted: false },
  { name: 'search, one person', path: `rpc/search_admin_reservations?${newest}`, words: 'driver777@' },
  { name: 'search, one space', path: `rpc/search_admin_reservations?${newest}`, words: 'ZZone 7-3' },
];

const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-bench-'));
const postgres = await startEmbedded({ dataDir, dataDirIsSet: true }, { say: () => undefined });
const log = pino({ level: 'silent' });
const target = { ...postgres.connection, database: 'postgres' };
// A million rows take longer than a request may.
const sql = openOwnerPool(target, log, { isForMaintenance: true });
const callers = openCallerPool(target, log);

/** Sends a request as the administrator. @returns the milliseconds it took. @throws when the response is no list */
async function call(app: Hono<AppEnv>, one: Omit<Case, 'limitMs'>): Promise<number> {
  const { path, words, isCounted = true } = one;
  const body = one.body ?? (words === undefined ? undefined : { words });
  const headers = { ...(isCounted ? { prefer: 'count=exact' } : {}), 'content-type': 'application/json' };
  const start = performance.now();
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await app.request(`/rest/v1/${path}`, { headers, ...post });
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new Error(`${path} responded with ${JSON.stringify(rows)}`);
  return performance.now() - start;
}

/** The milliseconds of each call of each case, one case after the other. */
async function measureTimes(app: Hono<AppEnv>, cases: readonly Omit<Case, 'limitMs'>[]): Promise<number[][]> {
  const all: number[][] = [];
  for (const one of cases) {
    const times: number[] = [];
    for (let round = 0; round < CALLS; round += 1) times.push(await call(app, one));
    all.push(times);
  }
  return all;
}

try {
  await migrate(sql, MIGRATIONS);
  await sql.unsafe(WORLD);
  await sql.unsafe(reservations('few'));
  await sql.unsafe('vacuum analyze');
  const [admin] = await sql<{ id: string }[]>`select user_id as id from public.user_roles`;
  const claims = { role: 'authenticated' as const, sub: admin?.id ?? '' };
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('caller', { role: 'authenticated', claims });
      await next();
    })
    .route('/rest/v1', createDataApi({ sql, callers }));
  const withFew = await measureTimes(app, FILTERED);
  await sql.unsafe(reservations('rest'));
  await sql.unsafe('vacuum analyze');
  const withMany = await measureTimes(app, FILTERED);
  for (const [index, { name }] of FILTERED.entries()) {
    // The fastest of the calls, since other work on the machine affects the two sizes unevenly.
    const few = Math.min(...(withFew[index] ?? []));
    const many = Math.min(...(withMany[index] ?? []));
    report(
      { name: `${name}, 100,000 for 1,000`, measured: many / few, atMost: MAX_RATIO },
      `${many.toFixed(1)} ms for ${few.toFixed(1)} ms`,
    );
  }
  for (const [index, times] of (await measureTimes(app, CASES)).entries()) {
    const { name = '', limitMs = 0 } = CASES[index] ?? {};
    report({ name, measured: median(times), unit: 'ms', atMost: limitMs }, `worst ${Math.max(...times).toFixed(0)} ms`);
  }
  await sql.unsafe(HISTORY);
  await sql.unsafe(PAY_RESERVATIONS);
  await sql.unsafe('vacuum analyze');
  const added = performance.now();
  await sql`select private.rebuild_daily_totals()`;
  console.log(`Adding up 400 days took ${((performance.now() - added) / 1000).toFixed(1)} s.`);
  const cards = createOverviewCards(new Date());
  for (const [index, times] of (await measureTimes(app, cards)).entries()) {
    const name = `${cards[index]?.name}, 1,000,000`;
    report(
      { name, measured: median(times), unit: 'ms', atMost: LIMIT_OF_CARD_MS },
      `worst ${Math.max(...times).toFixed(0)} ms`,
    );
  }
} finally {
  await Promise.all([sql.end(1000), callers.close()]);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
