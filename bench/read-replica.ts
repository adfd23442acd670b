import { readConfig } from '../server/config/config.ts';
import { MIGRATIONS, migrate } from '../server/database/migrate.ts';
import { generateKeys, openKeys } from '../server/keys/keys.ts';
import { startOutsidePostgres } from '../server/testing/outside-postgres.ts';
import { createAccessTokens } from '../supabase-server/gotrue/sessions/access-tokens.ts';
import { type LoadRequest, load } from './support/load.ts';
import { PUBLIC_URL, type Running, startReplicas } from './support/processes.ts';
import { median, report } from './support/report.ts';
import { BOOKING_HEADERS, BOOKING_PATH, createBooking, FIRST_BOOKING_AT, ZONES_IN_VIEW } from './support/requests.ts';
import { fillWorld, findIds } from './support/world.ts';

// Visitors who read the map while drivers book, of a server with one database and of one with a read replica, in turn. On one
// machine both databases share the processors: only what the primary is busy with can get less.

const ROUNDS = 5;
const ROUND_SECONDS = 5;
const BOOKINGS_A_SECOND = 20;
const CONNECTIONS = 10;
const SIZE = { zones: 1000, zonesInView: 100, spacesPerZone: 10, drivers: 200, reservations: 50_000 };

type Round = { readsPerSecond: number; bookingP99Ms: number; primaryBusyMs: number };

const postgres = await startOutsidePostgres();
const standby = await postgres.addStandby();
const sql = postgres.connect();
await migrate(sql, MIGRATIONS);
await fillWorld(sql, SIZE, 'none');
const { spaceIds, driverIds } = await findIds(sql);
const keyTexts = await generateKeys();
const { authSigningKeys: AUTH_SIGNING_KEYS, publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY } = keyTexts;
const config = readConfig({ DATABASE_URL: postgres.url, AUTH_SIGNING_KEYS, PUBLISHABLE_KEY, SECRET_KEY }, '/');
const accessTokens = createAccessTokens(await openKeys(config, '/'), PUBLIC_URL);
const drivers = await Promise.all(
  driverIds.map(async (id) => {
    const claims = { sub: id, role: 'authenticated', email: '', session_id: '', aal: 'aal1' };
    const { token } = await accessTokens.sign(claims);
    return { id, headers: { authorization: `Bearer ${token}` } };
  }),
);

let bookings = 0;
const createBookings = () =>
  Array.from({ length: BOOKINGS_A_SECOND * ROUND_SECONDS * 2 }, (): LoadRequest => {
    bookings += 1;
    const { id = '', headers = {} } = drivers[bookings % drivers.length] ?? {};
    return { path: BOOKING_PATH, headers, body: createBooking(id, spaceIds, bookings) };
  });

async function readActiveMs(): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`
    select active_time as ms from pg_stat_database where datname = current_database()`;
  return row?.ms ?? Number.NaN;
}

async function measure({ origins }: Running): Promise<Round> {
  const apikey = keyTexts.publishableKey;
  const shared = { origins, connections: CONNECTIONS, seconds: ROUND_SECONDS };
  const activeBefore = await readActiveMs();
  const [reads, booked] = await Promise.all([
    load({ ...shared, method: 'GET', headers: { apikey }, requests: [{ path: ZONES_IN_VIEW }] }),
    load({
      ...shared,
      method: 'POST',
      headers: { apikey, ...BOOKING_HEADERS },
      requests: createBookings(),
      isEachSentOnce: true,
      perSecond: BOOKINGS_A_SECOND,
    }),
  ]);
  const primaryBusyMs = ((await readActiveMs()) - activeBefore) / reads.total;
  await sql`delete from public.reservations where start_time >= ${FIRST_BOOKING_AT}`;
  return { readsPerSecond: reads.perSecond, bookingP99Ms: booked.p99Ms, primaryBusyMs };
}

const alone = await startReplicas(1, postgres.url, keyTexts);
const assisted = await startReplicas(1, postgres.url, keyTexts, { DATABASE_READ_URL: standby.url });
try {
  for (const running of [alone, assisted]) await measure(running);
  const rounds: { one: Round; two: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ one: await measure(alone), two: await measure(assisted) });
  }
  const reportRatio = (
    name: string,
    value: keyof Round,
    goal: { atLeast: number } | { atMost: number },
    unit: string,
  ) => {
    const one = rounds.map((round) => round.one[value]);
    const two = rounds.map((round) => round.two[value]);
    const measured = median(two.map((figure, index) => figure / (one[index] ?? Number.NaN)));
    const note = `${median(two).toFixed(2)} ${unit} with a replica, ${median(one).toFixed(2)} ${unit} without`;
    report({ name, measured, ...goal }, note);
  };
  reportRatio('map, with a replica to without', 'readsPerSecond', { atLeast: 0.6 }, '/s');
  reportRatio('p99 of bookings beside it', 'bookingP99Ms', { atMost: 2 }, 'ms');
  reportRatio('work of the primary for each read', 'primaryBusyMs', { atMost: 0.7 }, 'ms');
} finally {
  await Promise.all([alone.stop(), assisted.stop(), sql.end()]);
  await Promise.all([standby.stop(), postgres.stop()]);
}
