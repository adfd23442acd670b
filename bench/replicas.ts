import { hash } from '@node-rs/bcrypt';
import { readConfig } from '../server/config/config.ts';
import { generateKeys, openKeys } from '../server/keys/keys.ts';
import { createAccessTokens } from '../supabase-server/gotrue/sessions/access-tokens.ts';
import { type LoadRequest, load } from './support/load.ts';
import { startPostgres } from './support/postgres.ts';
import { PUBLIC_URL, type Running, startBaselines, startReplicas } from './support/processes.ts';
import { median, report } from './support/report.ts';
import {
  availabilityPath,
  BOOKING_HEADERS,
  BOOKING_PATH,
  createBooking,
  FIRST_BOOKING_AT,
  pastReservationsPath,
  ZONES_IN_VIEW,
} from './support/requests.ts';
import { fillWorld, findIds } from './support/world.ts';

// What drivers request most, of one server and of two on one PostgreSQL, next to as many baselines: bare Node handlers that
// send the same SQL under the same policies. A second baseline queries as the owner of the database: what the policies cost.

const REPLICAS = [1, 2];
const ROUNDS = 9;
const ROUND_SECONDS = 1;
/** The server is far more code than a baseline, and takes longer to reach its full speed. */
const WARM_UP_SECONDS = 8;
/** Hashing a password takes so long that few sign-ins fit in a second. */
const SIGN_IN_SECONDS = 3;
const CONNECTIONS = 10;
const MOST_BOOKINGS_A_SECOND = 3000;
const READ_GOAL = 0.8;
/** The smallest read: the server's own work weighs most in it. */
const AVAILABILITY_GOAL = 0.45;
const WRITE_GOAL = 0.7;
/** The other baseline shares code with the product; this one shows when that code becomes slow. */
const NO_RULES_GOAL = 0.5;
const PASSWORD = 'parqueo-demo';
const BCRYPT_COST = 10;
const SIZE = { zones: 1000, zonesInView: 100, spacesPerZone: 10, drivers: 200, reservations: 50_000 };

type Case = {
  name: string;
  goal: number;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  requests: (seconds: number) => LoadRequest[];
  isEachSentOnce?: boolean;
  seconds?: number;
  isBeforeSignIn?: boolean;
};

const postgres = await startPostgres();
const { sql, url } = await postgres.createDatabase('bench');
await fillWorld(sql, SIZE, await hash(PASSWORD, BCRYPT_COST));
const { spaceIds, driverIds } = await findIds(sql);
const keyTexts = await generateKeys();
const keys = await openKeys(readConfig({ DATABASE_URL: url, ...toVariables(keyTexts) }, '/'), '/');
const accessTokens = createAccessTokens(keys, PUBLIC_URL);
/** As many drivers as connections and more, since one driver's statements wait for each other. */
const drivers = await Promise.all(
  driverIds.map(async (id) => {
    const claims = { sub: id, role: 'authenticated', email: '', session_id: '', aal: 'aal1' };
    const { token } = await accessTokens.sign(claims);
    return { id, headers: { authorization: `Bearer ${token}` } };
  }),
);

function toVariables({ authSigningKeys, publishableKey, secretKey }: typeof keyTexts) {
  return { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey };
}

let bookings = 0;
/** Bookings by all drivers in turn. */
function createBookings(seconds: number): LoadRequest[] {
  return Array.from({ length: MOST_BOOKINGS_A_SECOND * seconds }, (): LoadRequest => {
    bookings += 1;
    const { id = '', headers = {} } = drivers[bookings % drivers.length] ?? {};
    return { path: BOOKING_PATH, headers, body: createBooking(id, spaceIds, bookings) };
  });
}

/** Removes what was booked, so that no load counts the upcoming reservations of an earlier one. */
async function removeBookings(): Promise<void> {
  await sql`delete from public.reservations where start_time >= ${FIRST_BOOKING_AT}`;
  await sql`vacuum analyze public.reservations`;
}

const createSignIns = (): LoadRequest[] =>
  drivers.map((_, index) => ({
    path: '/auth/v1/token?grant_type=password',
    body: JSON.stringify({ email: `driver${index + 1}@parqueo.test`, password: PASSWORD }),
  }));

const cases: Case[] = [
  { name: 'zones in view', goal: READ_GOAL, method: 'GET', requests: () => [{ path: ZONES_IN_VIEW }] },
  {
    name: 'availability',
    goal: AVAILABILITY_GOAL,
    method: 'GET',
    requests: () => drivers.map(({ headers }, index) => ({ path: availabilityPath(spaceIds[index] ?? ''), headers })),
  },
  {
    name: 'my reservations',
    goal: READ_GOAL,
    method: 'GET',
    requests: () => drivers.map(({ id, headers }) => ({ path: pastReservationsPath(id), headers })),
  },
  {
    name: 'booking',
    goal: WRITE_GOAL,
    method: 'POST',
    headers: BOOKING_HEADERS,
    requests: createBookings,
    isEachSentOnce: true,
  },
  {
    name: 'sign-in',
    goal: WRITE_GOAL,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: createSignIns,
    seconds: SIGN_IN_SECONDS,
    isBeforeSignIn: true,
  },
];

async function measureSpeed({ origins }: Running, one: Case, seconds = one.seconds ?? ROUND_SECONDS): Promise<number> {
  const { method, isEachSentOnce = false } = one;
  const headers = { apikey: keyTexts.publishableKey, ...one.headers };
  const requests = one.requests(seconds);
  const job = { origins, method, headers, requests, isEachSentOnce, connections: CONNECTIONS, seconds };
  const { perSecond } = await load(job);
  return perSecond;
}

/** Requests a second in each round. */
type Rounds = { own: number[]; baseline: number[] };

/** Compares the product with baselines, alternating in short rounds, so that a busy moment of the machine affects all. */
async function compare(one: Case, own: Running, baselines: readonly Running[]): Promise<Rounds[]> {
  await Promise.all([own, ...baselines].map((running) => measureSpeed(running, one, WARM_UP_SECONDS)));
  const compared = baselines.map((): Rounds => ({ own: [], baseline: [] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    await removeBookings();
    const ownSpeed = await measureSpeed(own, one);
    for (const [index, baseline] of baselines.entries()) {
      await removeBookings();
      compared[index]?.own.push(ownSpeed);
      compared[index]?.baseline.push(await measureSpeed(baseline, one));
    }
  }
  return compared;
}

function reportRounds(name: string, atLeast: number, { own, baseline }: Rounds): void {
  const measured = median(own.map((perSecond, round) => perSecond / (baseline[round] ?? Number.NaN)));
  report({ name, measured, atLeast }, `${median(own).toFixed(0)}/s of ${median(baseline).toFixed(0)}/s`);
}

async function measure(count: number): Promise<void> {
  const [caller, owner, own] = await Promise.all([
    startBaselines(count, url, 'caller'),
    startBaselines(count, url, 'owner'),
    startReplicas(count, url, keyTexts),
  ]);
  try {
    for (const one of cases) {
      const name = `${one.name}, ${count} server${count > 1 ? 's' : ''}`;
      // No policy applies to signing in.
      const [first, toNoRules] = await compare(one, own, one.isBeforeSignIn ? [owner] : [caller, owner]);
      if (first) reportRounds(name, one.goal, first);
      if (toNoRules) reportRounds(`${name}, to no rules`, Math.min(one.goal, NO_RULES_GOAL), toNoRules);
    }
  } finally {
    await Promise.all([caller, owner, own].map((running) => running.stop()));
  }
}

try {
  for (const count of REPLICAS) await measure(count);
} finally {
  await postgres.stop();
}
