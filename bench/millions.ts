import { performance } from 'node:perf_hooks';
import { NO_LIMITS } from '../supabase-server/connections/connection-limits.ts';
import type { CallerPool } from '../supabase-server/connections/pool.ts';
import type { Executor, Sql } from '../supabase-server/connections/sql.ts';
import { startPostgres } from './support/postgres.ts';
import { report } from './support/report.ts';
import { fillWorld, PAY_RESERVATIONS } from './support/world.ts';
import { measureGrowth, openWorld, type World } from './support/worlds.ts';

// How much longer drivers and the overview wait with 10 and 50 million reservations than with one million, and how much disk and
// memory a million takes. It fills 25 GB of disk and takes an hour, so it runs only when it is named: npm run bench -- millions

const MILLION = 1_000_000;
const MILLIONS = [1, 10, 50];
const SIZE = { zones: 1000, zonesInView: 50, spacesPerZone: 10, drivers: 100_000 };
const GOAL = 1.5;
const OVERVIEW_CALLS = 20;
/** Less memory than the largest database needs, as on a real machine. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '1GB' };
const MB = 1024 * 1024;
const MAX_DISK_MB = 1024;
const MAX_MEMORY_MB = 512;

/** Fills the reservations without their indexes, and builds these afterwards, which is faster. Those of constraints stay. */
async function fillWithoutIndexes(sql: Executor, reservations: number): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'public.reservations'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await fillWorld(sql, { ...SIZE, reservations });
  for (const { definition } of indexes) await sql.unsafe(definition);
}

/** Adds up 400 days for the overview. */
async function fillDatabase(sql: Sql, millions: number): Promise<void> {
  const session = await sql.reserve();
  await session.unsafe(NO_LIMITS);
  const start = performance.now();
  await fillWithoutIndexes(session, millions * MILLION);
  await session.unsafe('vacuum analyze');
  const filled = performance.now();
  await session`select private.rebuild_daily_totals()`;
  const seconds = [filled - start, performance.now() - filled].map((ms) => (ms / 1000).toFixed(0));
  console.log(`${millions} million: filled in ${seconds[0]} s, 400 days added up in ${seconds[1]} s`);
  session.close();
}

/** Bytes of the reservations with their indexes, and of those indexes that the requests since the last reset have read. */
async function measureSize(sql: Sql): Promise<{ disk: number; memory: number }> {
  const [row] = await sql<{ disk: number; memory: number }[]>`
    select pg_total_relation_size('public.reservations')::float8 as disk,
      (select sum(pg_relation_size(indexrelid))::float8 from pg_stat_user_indexes
       where relid = 'public.reservations'::regclass and idx_scan > 0) as memory`;
  if (row === undefined) throw new Error('The sizes could not be read');
  return row;
}

/** The bytes that the ledger takes once every reservation is paid. */
async function measureLedger(sql: Sql): Promise<number> {
  await sql.unsafe(PAY_RESERVATIONS);
  const [row] = await sql<{ size: number }[]>`
    select (pg_total_relation_size('public.ledger_transactions') + pg_total_relation_size('public.ledger_entries'))::float8 as size`;
  return row?.size ?? Number.NaN;
}

const postgres = await startPostgres(SETTINGS);
const pools: CallerPool[] = [];
try {
  const worlds: World[] = [];
  const databases: Sql[] = [];
  for (const millions of MILLIONS) {
    const { sql, maintenance } = await postgres.createDatabase(`millions_${millions}`);
    await fillDatabase(maintenance, millions);
    worlds.push(await openWorld(sql, pools));
    await maintenance`select pg_stat_reset()`;
    databases.push(maintenance);
  }
  const common = { of: 'million reservations', sizes: MILLIONS, goal: GOAL };
  await measureGrowth(worlds, { ...common, what: 'availability', send: (world, nth) => world.availability(nth) });
  await measureGrowth(worlds, { ...common, what: 'booking', send: (world, nth) => world.book(nth) });
  await measureGrowth(worlds, { ...common, what: 'my reservations', send: (world) => world.ownReservations() });
  const overview = { ...common, what: 'overview', calls: OVERVIEW_CALLS };
  await measureGrowth(worlds, { ...overview, send: (world) => world.overview() });
  for (const [index, sql] of databases.entries()) {
    const millions = MILLIONS[index] ?? Number.NaN;
    const { disk, memory } = await measureSize(sql);
    const of = `a million reservations, of ${millions}`;
    report({ name: `disk for ${of}`, measured: disk / MB / millions, unit: 'MB', atMost: MAX_DISK_MB });
    report({ name: `indexes in use for ${of}`, measured: memory / MB / millions, unit: 'MB', atMost: MAX_MEMORY_MB });
  }
  const [first] = databases;
  const ledger = first === undefined ? Number.NaN : await measureLedger(first);
  report({ name: 'disk for the ledger of a million', measured: ledger / MB, unit: 'MB', atMost: 2 * MAX_DISK_MB });
} finally {
  await Promise.all(pools.map((pool) => pool.close()));
  await postgres.stop();
}
