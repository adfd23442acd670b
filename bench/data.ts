import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { startEmbedded } from '../server/database/embedded/embedded.ts';
import { ANONYMOUS, type AppEnv } from '../supabase-server/caller.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import { openCallerPool } from '../supabase-server/connections/pool.ts';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { createDataApi } from '../supabase-server/postgrest/data-api.ts';
import { load } from './support/load.ts';
import { median, report } from './support/report.ts';

// The speed of the data API compared with a bare handler with SQL written by hand, on the same database.

/** Functions that the data API's statements call. */
const DATA_API_FUNCTIONS = join(import.meta.dirname, '../supabase-server/auth-schema/20261201000050_data_api.sql');

const ROUNDS = 9;
const ROUND_SECONDS = 1;
const CONNECTIONS = 10;
const BASELINE_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** A hundred zones of ten spaces, and visits to insert. */
const WORLD = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin;
  create table public.zones (
    id uuid primary key default gen_random_uuid(), name text not null, location text, price numeric(10, 2) not null,
    latitude double precision, longitude double precision, amenities text[] not null default '{}'
  );
  create table public.spaces (
    id uuid primary key default gen_random_uuid(), zone_id uuid not null references public.zones (id),
    name text not null, status text not null default 'available'
  );
  create index spaces_by_zone on public.spaces (zone_id);
  create table public.visits (id bigint generated always as identity primary key, zone_id uuid, note text not null);
  insert into public.zones (name, location, price, latitude, longitude, amenities)
    select 'Zone ' || n, 'Street ' || n, n % 10, 18.4 + n / 1000.0, -69.9, '{security,lighting}' from generate_series(1, 100) n;
  insert into public.spaces (zone_id, name) select id, 'A-' || n from public.zones, generate_series(1, 10) n;
  analyze;
  grant select on public.zones, public.spaces to anon;
  grant insert on public.visits to anon;`;

const LIST_SQL = `
  select coalesce(json_agg(z), '[]')::text as body from (
    select id, name, location, price, latitude, longitude, amenities, coalesce((
      select json_agg(s) from (select id, status from public.spaces where zone_id = zones.id) s
    ), '[]') as spaces from public.zones order by name
  ) z`;
const ONE_SQL = `select coalesce(json_agg(z), '[]')::text as body from (select id, name, price from public.zones where id = $1::text::uuid) z`;
const INSERT_SQL = `insert into public.visits (zone_id, note) select zone_id, note from json_to_record($1::text::json) as b (zone_id uuid, note text)`;

type Case = { name: string; goal: number; baseline: string; api: string; body?: string };

async function respondByHand(sql: Sql, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://baseline');
  if (pathname === '/visit') {
    await sql.unsafe(INSERT_SQL, [await text(request)]);
    response.writeHead(201).end();
    return;
  }
  const [query, values]: [string, string[]] =
    pathname === '/list' ? [LIST_SQL, []] : [ONE_SQL, [searchParams.get('id') ?? '']];
  const [row] = await sql.unsafe<{ body: string }[]>(query, values);
  response.writeHead(200, BASELINE_HEADERS).end(row?.body);
}

/** Requests a second. */
async function measureSpeed(url: string, body: string | undefined): Promise<number> {
  const { origin, pathname, search } = new URL(url);
  const path = pathname + search;
  const job = { origins: [origin], headers: {}, connections: CONNECTIONS, seconds: ROUND_SECONDS };
  const { perSecond } = await load(
    body === undefined
      ? { ...job, method: 'GET', requests: [{ path }] }
      : { ...job, method: 'POST', requests: [{ path, body, headers: { 'content-type': 'application/json' } }] },
  );
  return perSecond;
}

async function measure({ name, goal, baseline, api, body }: Case): Promise<void> {
  const rounds: { ratio: number; bare: number; own: number }[] = [];
  await Promise.all([measureSpeed(baseline, body), measureSpeed(api, body)]);
  // Alternating in short rounds, so that a busy moment of the machine affects both.
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await measureSpeed(baseline, body);
    const own = await measureSpeed(api, body);
    rounds.push({ ratio: own / bare, bare, own });
  }
  const bare = median(rounds.map((round) => round.bare));
  const own = median(rounds.map((round) => round.own));
  const measured = median(rounds.map(({ ratio }) => ratio));
  report({ name, measured, atLeast: goal }, `${own.toFixed(0)}/s of ${bare.toFixed(0)}/s`);
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}

const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-bench-'));
const postgres = await startEmbedded({ dataDir, dataDirIsSet: true }, { say: () => undefined });
const log = pino({ level: 'silent' });
const target = { ...postgres.connection, database: 'postgres' };
const sql = openOwnerPool(target, log);
await sql.unsafe(WORLD);
await sql.unsafe(await readFile(DATA_API_FUNCTIONS, 'utf8'));
const [zone] = await sql<{ id: string }[]>`select id from public.zones limit 1`;
const callers = openCallerPool(target, log);

const bare = createServer((request, response) => {
  respondByHand(sql, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
const app = new Hono<AppEnv>()
  .use(async (c, next) => {
    c.set('caller', ANONYMOUS);
    await next();
  })
  .route('/rest/v1', createDataApi({ sql, callers }));
const api = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await once(api, 'listening');
const bareUrl = await listen(bare);
const apiAddress = api.address();
if (apiAddress === null || typeof apiAddress === 'string') throw new Error('The data API has no port');
const apiUrl = `http://127.0.0.1:${apiAddress.port}/rest/v1`;

const list = 'zones?select=id,name,location,price,latitude,longitude,amenities,spaces(id,status)&order=name';
const cases: Case[] = [
  { name: 'zone list', goal: 0.8, baseline: `${bareUrl}/list`, api: `${apiUrl}/${list}` },
  {
    name: 'small read',
    goal: 0.7,
    baseline: `${bareUrl}/one?id=${zone?.id}`,
    api: `${apiUrl}/zones?select=id,name,price&id=eq.${zone?.id}`,
  },
  {
    name: 'insert',
    goal: 0.7,
    baseline: `${bareUrl}/visit`,
    api: `${apiUrl}/visits`,
    body: JSON.stringify({ zone_id: zone?.id, note: 'Parked' }),
  },
];
try {
  for (const one of cases) await measure(one);
} finally {
  api.close();
  bare.close();
  await Promise.all([sql.end(1000), callers.close()]);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
