import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../server/config/config.ts';
import { generateKeys, openKeys } from '../server/keys/keys.ts';
import { divideConnections } from '../supabase-server/connections/connection-limits.ts';
import { createAccessTokens } from '../supabase-server/gotrue/sessions/access-tokens.ts';
import { type LoadRequest, type LoadResult, load } from './support/load.ts';
import { startPostgres } from './support/postgres.ts';
import { PUBLIC_URL, startReplicas, startScript } from './support/processes.ts';
import { median, report } from './support/report.ts';
import {
  BOOKING_HEADERS,
  BOOKING_PATH,
  createBooking,
  FIRST_BOOKING_AT,
  FIRST_ZONES,
  freeSpacesPath,
  pastReservationsPath,
} from './support/requests.ts';
import { fillWorld, findIds } from './support/world.ts';

// The server beside two that others would write on the same database, with the same roles, policies, data and numbers of
// connections: Hono with Kysely, and PostGraphile. `bench/peers/` has them; their packages are installed for the time of
// the measurement.

const ROUNDS = 9;
const ROUND_SECONDS = 1;
const WARM_UP_SECONDS = 8;
const CONNECTIONS = 10;
const MOST_BOOKINGS_A_SECOND = 3000;
const READ_GOAL = 1.2;
const WRITE_GOAL = 1;
const HOUR_MS = 3_600_000;
const SIZE = { zones: 1000, zonesInView: 100, spacesPerZone: 10, drivers: 200, reservations: 50_000 };

/** What a developer with PostGraphile adds, since it filters no function's rows by itself. */
const FREE_SPACES = `
  create function public.find_free_spaces(zone uuid, starts timestamptz, ends timestamptz)
  returns setof public.found_space language sql stable
  as $$ select * from public.find_spaces(starts, ends) s where s.zone_id = zone and s.status = 'available' $$;
  grant execute on function public.find_free_spaces to anon, authenticated;`;

const GRAPHQL = {
  zones: `{ allParkingZones(first: 100, orderBy: [PRIMARY_KEY_ASC]) { nodes {
    rowId name description location latitude longitude rating pricePerHour amenities lowestRate highestRate
    spaces: parkingSpacesByZoneId { totalCount }
    available: parkingSpacesByZoneId(condition: { status: "available" }) { totalCount } } } }`,
  freeSpaces: `query ($zone: UUID!, $starts: Datetime!, $ends: Datetime!) {
    findFreeSpaces(zone: $zone, starts: $starts, ends: $ends) { nodes { rowId name location hourlyRate status } } }`,
  reservations: `query ($user: UUID!) {
    allReservations(condition: { userId: $user }, orderBy: [START_TIME_DESC, ROW_ID_DESC], first: 20) { nodes {
      rowId parkingSpaceId startTime endTime totalAmount createdAt status
      parkingSpaceByParkingSpaceId { name location zoneName hourlyRate
        parkingZoneByZoneId { location pricePerHour latitude longitude } } } } }`,
  book: `mutation ($reservation: ReservationInput!) { createReservation(input: { reservation: $reservation }) {
    reservation { rowId parkingSpaceId startTime endTime totalAmount createdAt } } }`,
};

type Server = 'own' | 'Hono and Kysely' | 'PostGraphile';
type Case = {
  name: string;
  goal: number;
  method: 'GET' | 'POST';
  isEachSentOnce?: boolean;
  headers?: Record<string, string>;
  /** One request of each driver, or of each booking. */
  create: (nth: number) => Record<Server, LoadRequest>;
};

const folder = await mkdtemp(join(tmpdir(), 'parqueo-peers-'));
await cp(join(import.meta.dirname, 'peers'), folder, { recursive: true });
await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });

const postgres = await startPostgres();
const { sql, url } = await postgres.createDatabase('bench');
await fillWorld(sql, SIZE);
await sql.unsafe(FREE_SPACES);
const { spaceIds, driverIds } = await findIds(sql);
const zones = await sql<{ id: string }[]>`select id from public.parking_zones order by id`;
const texts = await generateKeys();
const { authSigningKeys: AUTH_SIGNING_KEYS, publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY } = texts;
const keys = await openKeys(
  readConfig({ DATABASE_URL: url, AUTH_SIGNING_KEYS, PUBLISHABLE_KEY, SECRET_KEY }, '/'),
  '/',
);
const accessTokens = createAccessTokens(keys, PUBLIC_URL);
const drivers = await Promise.all(
  driverIds.map(async (id) => {
    const { token } = await accessTokens.sign({ sub: id, role: 'authenticated', session_id: '', aal: 'aal1' });
    return { id, headers: { authorization: `Bearer ${token}` } };
  }),
);
const findDriver = (nth: number) => drivers[nth % drivers.length] ?? { id: '', headers: {} };
const graphql = (query: string, variables = {}, headers = {}): LoadRequest => ({
  path: '/graphql',
  headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  body: JSON.stringify({ query, variables }),
});

// After the upcoming reservation that each space has.
const starts = new Date(Date.now() + 6 * HOUR_MS).toISOString();
const ends = new Date(Date.now() + 8 * HOUR_MS).toISOString();
const cases: Case[] = [
  {
    name: 'zones',
    goal: READ_GOAL,
    method: 'GET',
    // By drivers, as the visitors of one network have a share of the server, which the others do not limit.
    create(nth) {
      const { headers } = findDriver(nth);
      return {
        own: { path: FIRST_ZONES, headers },
        'Hono and Kysely': { path: '/zones', headers },
        PostGraphile: graphql(GRAPHQL.zones, {}, headers),
      };
    },
  },
  {
    name: 'free spaces',
    goal: READ_GOAL,
    method: 'GET',
    create(nth) {
      const { headers } = findDriver(nth);
      const { id: zone = '' } = zones[nth % zones.length] ?? {};
      return {
        own: { path: freeSpacesPath({ zone, starts, ends }), headers },
        'Hono and Kysely': { path: `/zones/${zone}/spaces?${new URLSearchParams({ starts, ends })}`, headers },
        PostGraphile: graphql(GRAPHQL.freeSpaces, { zone, starts, ends }, headers),
      };
    },
  },
  {
    name: 'own reservations',
    goal: READ_GOAL,
    method: 'GET',
    create(nth) {
      const { id, headers } = findDriver(nth);
      return {
        own: { path: pastReservationsPath(id), headers },
        'Hono and Kysely': { path: `/reservations?user_id=${id}`, headers },
        PostGraphile: graphql(GRAPHQL.reservations, { user: id }, headers),
      };
    },
  },
  {
    name: 'booking',
    goal: WRITE_GOAL,
    method: 'POST',
    headers: BOOKING_HEADERS,
    isEachSentOnce: true,
    create(nth) {
      const { id, headers } = findDriver(nth);
      const body = createBooking(id, spaceIds, nth);
      const row = JSON.parse(body);
      const reservation = {
        rowId: row.id,
        userId: id,
        parkingSpaceId: row.parking_space_id,
        status: row.status,
        startTime: row.start_time,
        endTime: row.end_time,
        totalAmount: String(row.total_amount),
      };
      return {
        own: { path: BOOKING_PATH, headers, body },
        'Hono and Kysely': { path: '/reservations', headers, body },
        PostGraphile: graphql(GRAPHQL.book, { reservation }, headers),
      };
    },
  },
];

const own = await startReplicas(1, url, texts);
const variables = {
  DATABASE_URL: url,
  NODE_ENV: 'production',
  CONNECTIONS: String(divideConnections().callers),
  JWKS_URL: `${own.origins[0]}/auth/v1/.well-known/jwks.json`,
};
const peers = await Promise.all(
  ['hono-kysely.mjs', 'postgraphile.mjs'].map((file) => startScript(join(folder, file), variables)),
);
const origins: Record<Server, string | undefined> = {
  own: own.origins[0],
  'Hono and Kysely': peers[0]?.url,
  PostGraphile: peers[1]?.url,
};
const SERVERS = Object.keys(origins) as Server[];

let bookings = 0;
function createJob(server: Server, { create, method, headers = {}, isEachSentOnce = false }: Case, seconds: number) {
  const count = isEachSentOnce ? MOST_BOOKINGS_A_SECOND * seconds : drivers.length;
  const requests = Array.from({ length: count }, (_, nth) => create(isEachSentOnce ? bookings + nth : nth)[server]);
  if (isEachSentOnce) bookings += count;
  return {
    origins: [origins[server] ?? ''],
    requests,
    isEachSentOnce,
    connections: CONNECTIONS,
    seconds,
    method: server === 'PostGraphile' ? 'POST' : method,
    headers: { apikey: PUBLISHABLE_KEY, ...headers },
  };
}

/** @throws Error for a response without rows: GraphQL sends errors with 200 */
async function requireRows(server: Server, one: Case): Promise<void> {
  const { requests, headers, method } = createJob(server, one, 1);
  const [first = { path: '' }] = requests;
  const init = { method, headers: { ...headers, ...first.headers } };
  const response = await fetch(
    `${origins[server]}${first.path}`,
    first.body === undefined ? init : { ...init, body: first.body },
  );
  const body = await response.text();
  if (response.ok && !body.includes('"errors"') && body.length > 200) return;
  throw new Error(`${server} responds to ${one.name} with ${response.status} ${body.slice(0, 1000)}`);
}

/** Runs a load, and removes what it booked. @throws Error when bookings were responded to and are not there */
async function measure(server: Server, one: Case, seconds = ROUND_SECONDS): Promise<LoadResult> {
  const result = await load(createJob(server, one, seconds));
  if (!one.isEachSentOnce) return result;
  const removed = await sql`delete from public.reservations where start_time >= ${FIRST_BOOKING_AT} returning 1`;
  if (removed.length < result.total) throw new Error(`${server} booked ${removed.length} of ${result.total}`);
  await sql`vacuum analyze public.reservations`;
  return result;
}

function describe(results: readonly LoadResult[]): string {
  const middle = (name: 'perSecond' | 'p50Ms' | 'p99Ms') => median(results.map((one) => one[name])).toFixed(0);
  return `${middle('perSecond')}/s, p50 ${middle('p50Ms')} and p99 ${middle('p99Ms')} ms`;
}

/** In turns, so that a busy moment of the machine affects all. */
async function compare(one: Case): Promise<void> {
  const rounds: Record<Server, LoadResult>[] = [];
  for (const server of SERVERS) {
    await requireRows(server, one);
    await measure(server, one, WARM_UP_SECONDS);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const results: Partial<Record<Server, LoadResult>> = {};
    for (const server of SERVERS) results[server] = await measure(server, one);
    rounds.push(results as Record<Server, LoadResult>);
  }
  for (const peer of SERVERS.slice(1)) {
    const measured = median(rounds.map((results) => results.own.perSecond / results[peer].perSecond));
    const note = `${describe(rounds.map((results) => results.own))}; ${describe(rounds.map((results) => results[peer]))}`;
    report({ name: `${one.name}, to ${peer}`, measured, atLeast: one.goal }, note);
  }
}

try {
  for (const one of cases) await compare(one);
} finally {
  await Promise.all([own, ...peers].map(({ stop }) => stop()));
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
