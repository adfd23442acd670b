import { hash } from '@node-rs/bcrypt';
import { createAccessTokens } from '../server/auth/access-tokens.ts';
import { readConfig } from '../server/config.ts';
import { generateKeys } from '../server/keys/generate-keys.ts';
import { openKeys } from '../server/keys/open-keys.ts';
import { load } from './support/load.ts';
import { startPostgres } from './support/postgres.ts';
import { PUBLIC_URL, type Running, startFloors, startReplicas } from './support/processes.ts';
import { median, report } from './support/report.ts';
import {
  availabilityOf,
  BOOKING_HEADERS,
  BOOKINGS,
  bookings,
  pastReservationsOf,
  ZONES_IN_VIEW,
} from './support/requests.ts';
import { fillWorld, idsOf } from './support/world.ts';

// What drivers ask most, of one server and of two on one PostgreSQL, beside as many bare handlers of Node with the same SQL.

const REPLICAS = [1, 2];
const ROUNDS = 9;
const ROUND_SECONDS = 1;
/** The whole server is far more code than a bare handler, and takes longer until it runs as fast as it will. */
const WARM_UP_SECONDS = 8;
/** A password takes so long that few log-ins fit in a second. */
const SIGN_IN_SECONDS = 3;
const CONNECTIONS = 10;
const MOST_BOOKINGS_A_SECOND = 3000;
const READ_GOAL = 0.8;
const WRITE_GOAL = 0.7;
const PASSWORD = 'parqueo-demo';
const BCRYPT_COST = 10;
const SIZE = { zones: 1000, zonesInView: 100, spacesPerZone: 10, drivers: 200, reservations: 50_000 };

type Case = {
  name: string;
  goal: number;
  method: 'GET' | 'POST';
  paths: string[];
  headers: Record<string, string>;
  bodies?: (seconds: number) => string[];
  seconds?: number;
};

const postgres = await startPostgres();
const { sql, url } = await postgres.createDatabase('bench');
await fillWorld(sql, SIZE, await hash(PASSWORD, BCRYPT_COST));
const { spaceIds, driverIds } = await idsOf(sql);
const keyTexts = await generateKeys();
const keys = await openKeys(readConfig({ DATABASE_URL: url, ...variablesOf(keyTexts) }, '/'), '/');
// Thousands of bookings are made while this runs: not by the driver whose own are looked at.
const [driver = '', booker = ''] = driverIds;
const visitor = { apikey: keyTexts.publishableKey };
const headersOf = async (sub: string) => {
  const claims = { sub, role: 'authenticated', email: '', session_id: '', aal: 'aal1' };
  const { token } = await createAccessTokens(keys, PUBLIC_URL).sign(claims);
  return { ...visitor, authorization: `Bearer ${token}` };
};
const signedIn = await headersOf(driver);

function variablesOf({ authSigningKeys, publishableKey, secretKey }: typeof keyTexts) {
  return { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey };
}

let booked = 0;
function nextBookings(seconds: number): string[] {
  const count = MOST_BOOKINGS_A_SECOND * seconds;
  booked += count;
  return bookings(booker, spaceIds, booked - count, count);
}

let signInsFrom = 0;
/** Each driver in turn, as those who sign in at once are different people. */
function nextSignIns(): string[] {
  signInsFrom += 1;
  return Array.from({ length: 400 }, (_, index) =>
    JSON.stringify({ email: `driver${1 + ((index + signInsFrom) % SIZE.drivers)}@parqueo.test`, password: PASSWORD }),
  );
}

const cases: Case[] = [
  { name: 'zones in view', goal: READ_GOAL, method: 'GET', paths: [ZONES_IN_VIEW], headers: visitor },
  {
    name: 'availability',
    goal: READ_GOAL,
    method: 'GET',
    paths: spaceIds.slice(0, 200).map(availabilityOf),
    headers: signedIn,
  },
  { name: 'my reservations', goal: READ_GOAL, method: 'GET', paths: [pastReservationsOf(driver)], headers: signedIn },
  {
    name: 'booking',
    goal: WRITE_GOAL,
    method: 'POST',
    paths: [BOOKINGS],
    headers: { ...(await headersOf(booker)), ...BOOKING_HEADERS },
    bodies: nextBookings,
  },
  {
    name: 'sign-in',
    goal: WRITE_GOAL,
    method: 'POST',
    paths: ['/auth/v1/token?grant_type=password'],
    headers: { ...visitor, 'content-type': 'application/json' },
    bodies: nextSignIns,
    seconds: SIGN_IN_SECONDS,
  },
];

async function perSecond(
  { origins }: Running,
  { bodies, method, paths, headers, seconds: own = ROUND_SECONDS }: Case,
  seconds = own,
): Promise<number> {
  const sent = bodies ? { bodies: bodies(seconds) } : {};
  const result = await load({ origins, connections: CONNECTIONS, seconds, method, paths, headers, ...sent });
  return result.perSecond;
}

async function measure(count: number): Promise<void> {
  const [floors, replicas] = await Promise.all([startFloors(count, url), startReplicas(count, url, keyTexts)]);
  try {
    for (const one of cases) {
      await Promise.all([perSecond(floors, one, WARM_UP_SECONDS), perSecond(replicas, one, WARM_UP_SECONDS)]);
      const rounds: { ratio: number; bare: number; own: number }[] = [];
      // In short turns, so that a busy moment of the machine falls on both alike.
      for (let round = 0; round < ROUNDS; round += 1) {
        const [bare, own] = [await perSecond(floors, one), await perSecond(replicas, one)];
        rounds.push({ ratio: own / bare, bare, own });
      }
      const [bare, own] = [median(rounds.map((round) => round.bare)), median(rounds.map((round) => round.own))];
      const name = `${one.name}, ${count} server${count > 1 ? 's' : ''}`;
      const measured = median(rounds.map(({ ratio }) => ratio));
      report({ name, measured, atLeast: one.goal }, `${own.toFixed(0)}/s of ${bare.toFixed(0)}/s`);
    }
  } finally {
    await Promise.all([floors.stop(), replicas.stop()]);
  }
}

try {
  for (const count of REPLICAS) await measure(count);
} finally {
  await postgres.stop();
}
