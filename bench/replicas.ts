import { hash } from '@node-rs/bcrypt';
import { readConfig } from '../server/config.ts';
import { createAccessTokens } from '../server/gotrue/sessions/access-tokens.ts';
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

// What drivers ask most, of one server and of two on one PostgreSQL, beside as many bare handlers of Node with the same SQL: who
// asks, and a statement under the database's rules. What the rules cost is in a figure of its own, beside handlers that ask as
// the owner of the database, whom no rule holds.

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
/** The other floor shares code with the product; this one hears of it when that becomes slow. */
const NO_RULES_GOAL = 0.5;
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
  isAsNobody?: boolean;
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
    isAsNobody: true,
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

/** Requests a second in each round. */
type Rounds = { own: number[]; bare: number[] };

/** Compares the product with bare handlers, each by itself; in short turns, so that a busy moment of the machine falls on all alike. */
async function compare(one: Case, own: Running, bares: readonly Running[]): Promise<Rounds[]> {
  await Promise.all([own, ...bares].map((running) => perSecond(running, one, WARM_UP_SECONDS)));
  const compared = bares.map((): Rounds => ({ own: [], bare: [] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const ownPerSecond = await perSecond(own, one);
    for (const [nth, bare] of bares.entries()) {
      compared[nth]?.own.push(ownPerSecond);
      compared[nth]?.bare.push(await perSecond(bare, one));
    }
  }
  return compared;
}

function reportRounds(name: string, atLeast: number, { own, bare }: Rounds): void {
  const measured = median(own.map((perSecond, round) => perSecond / (bare[round] ?? Number.NaN)));
  report({ name, measured, atLeast }, `${median(own).toFixed(0)}/s of ${median(bare).toFixed(0)}/s`);
}

async function measure(count: number): Promise<void> {
  const [caller, owner, own] = await Promise.all([
    startFloors(count, url, 'caller'),
    startFloors(count, url, 'owner'),
    startReplicas(count, url, keyTexts),
  ]);
  try {
    for (const one of cases) {
      const name = `${one.name}, ${count} server${count > 1 ? 's' : ''}`;
      // Who signs in is nobody yet: no rule is asked.
      const [first, toNoRules] = await compare(one, own, one.isAsNobody ? [owner] : [caller, owner]);
      if (first) reportRounds(name, one.goal, first);
      if (toNoRules) reportRounds(`${name}, to no rules`, NO_RULES_GOAL, toNoRules);
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
