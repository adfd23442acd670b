import { setTimeout as delay } from 'node:timers/promises';
import { hash } from '@node-rs/bcrypt';
import { readConfig } from '../server/config.ts';
import { generateKeys, openKeys } from '../server/keys/keys.ts';
import { createAccessTokens } from '../supabase-server/gotrue/sessions/access-tokens.ts';
import { startPostgres } from './support/postgres.ts';
import { PUBLIC_URL, startReplicas } from './support/processes.ts';
import { report } from './support/report.ts';
import { availabilityPath, MAP_ZONES, pastReservationsPath } from './support/requests.ts';
import { fillWorld, findIds } from './support/world.ts';

// What one visitor, three free accounts and a burst of wrong log-ins do to everybody else, one attack after the other, on a
// server of this machine. Strangers send what takes long, on so many connections and no more, for so many seconds.

const SECONDS = 10;
const VISITOR_CONNECTIONS = 12;
const ACCOUNTS = 3;
const CONNECTIONS_OF_ACCOUNT = 4;
const WRONG_LOG_INS = 200;
/** Others send a request as often. */
const PAUSE_MS = 50;
const LOG_IN_PAUSE_MS = 2500;
const GOAL_MS = 1000;
const READY_GOAL_MS = 200;
const PASSWORD = 'parqueo-demo';
const BCRYPT_COST = 10;
const SIZE = { zones: 2000, zonesInView: 100, spacesPerZone: 100, drivers: 20, reservations: 200_000 };

const STRANGER = '203.0.113.7';
const OTHER = '198.51.100.1';
/** A rented server has a /48 of IPv6 addresses, which are 65,536 networks. */
const toAddressOfSite = (nth: number) => `2001:db8:9:${nth.toString(16)}::1`;
const SITE_CONNECTIONS = 60;

const postgres = await startPostgres();
const { sql, maintenance, url } = await postgres.createDatabase('bench');
await fillWorld(maintenance, SIZE, await hash(PASSWORD, BCRYPT_COST));
const { spaceIds, driverIds } = await findIds(sql);
const keyTexts = await generateKeys();
const variables = {
  AUTH_SIGNING_KEYS: keyTexts.authSigningKeys,
  PUBLISHABLE_KEY: keyTexts.publishableKey,
  SECRET_KEY: keyTexts.secretKey,
};
const keys = await openKeys(readConfig({ DATABASE_URL: url, ...variables }, '/'), '/');
const accessTokens = createAccessTokens(keys, PUBLIC_URL);
const tokens = await Promise.all(
  driverIds.map(async (sub) => (await accessTokens.sign({ sub, role: 'authenticated' })).token),
);
// The proxy in front is the benchmark itself, so that people come from networks of their own.
const server = await startReplicas(1, url, keyTexts, { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });
const [origin = ''] = server.origins;

type Sent = { path: string; from: string; token?: string | undefined; body?: object };

/** @returns the status, and 0 without a response */
async function send({ path, from, token = keys.publishableKey, body }: Sent): Promise<number> {
  const headers = {
    apikey: keys.publishableKey,
    authorization: `Bearer ${token}`,
    'x-forwarded-for': from,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    console.log(`${path.slice(0, 60)}: ${error}`);
    return 0;
  }
}

const NAMES = Array.from({ length: 8 }, (_, nth) => `a${nth}`);
/** Compares the location of each space eight times with what no location is like. */
const LONG_READ = `/rest/v1/parking_zones?${new URLSearchParams([
  ['select', ['id', ...NAMES.map((name) => `${name}:parking_spaces(id)`)].join()],
  ...NAMES.map((name): [string, string] => [`${name}.location`, `ilike.*${'i*n*'.repeat(8)}none*`]),
])}`;

const logIn = (email: string, password: string, from: string): Promise<number> =>
  send({ path: '/auth/v1/token?grant_type=password', from, body: { email, password } });

let isAttacked = true;
/** @returns the statuses */
async function repeat(connections: number, attack: (connection: number) => Promise<number>): Promise<number[]> {
  const sendOnOne = async (_: unknown, connection: number) => {
    const statuses: number[] = [];
    while (isAttacked) statuses.push(await attack(connection));
    return statuses;
  };
  return (await Promise.all(Array.from({ length: connections }, sendOnOne))).flat();
}

let pictures = 0;
const nextPicture = () => {
  pictures += 1;
  return `/maps/still.svg?lat=${(18.48 + pictures / 1e6).toFixed(6)}&lng=-69.93&zoom=13&width=1600&height=1600`;
};

const ATTACKS: Record<string, () => Promise<number[]>> = {
  nobody: async () => [],
  'one visitor, long reads': () => repeat(VISITOR_CONNECTIONS, () => send({ path: LONG_READ, from: STRANGER })),
  'one visitor, large pictures': () => repeat(VISITOR_CONNECTIONS, () => send({ path: nextPicture(), from: STRANGER })),
  'three accounts, long reads': () =>
    repeat(ACCOUNTS * CONNECTIONS_OF_ACCOUNT, (connection) =>
      send({ path: LONG_READ, from: STRANGER, token: tokens[connection % ACCOUNTS] }),
    ),
  'visitors of one /48, long reads': () =>
    repeat(SITE_CONNECTIONS, (nth) => send({ path: LONG_READ, from: toAddressOfSite(nth) })),
  'a burst of wrong log-ins from one /48': () =>
    Promise.all(
      Array.from({ length: WRONG_LOG_INS }, (_, nth) =>
        logIn(`nobody${nth}@parqueo.test`, 'a-wrong-one', toAddressOfSite(nth)),
      ),
    ),
  'a burst of wrong log-ins': () =>
    Promise.all(
      Array.from({ length: WRONG_LOG_INS }, (_, nth) => logIn(`nobody${nth}@parqueo.test`, 'a-wrong-one', STRANGER)),
    ),
};

const token = tokens[ACCOUNTS];
let logIns = 0;
type Person = { ask: () => Promise<number>; pauseMs: number };
const OTHERS: Record<string, Person> = {
  visitor: { ask: () => send({ path: MAP_ZONES, from: OTHER }), pauseMs: PAUSE_MS },
  driver: {
    ask: () => send({ path: pastReservationsPath(driverIds[ACCOUNTS] ?? ''), from: OTHER, token }),
    pauseMs: PAUSE_MS,
  },
  availability: {
    ask: () => send({ path: availabilityPath(spaceIds[0] ?? ''), from: OTHER, token }),
    pauseMs: PAUSE_MS,
  },
  'log-in': {
    ask: () => {
      logIns += 1;
      return logIn(`driver${1 + (logIns % SIZE.drivers)}@parqueo.test`, PASSWORD, OTHER);
    },
    pauseMs: LOG_IN_PAUSE_MS,
  },
  ready: { ask: () => send({ path: '/readyz', from: OTHER }), pauseMs: PAUSE_MS },
};

async function measure({ ask, pauseMs }: Person, until: number) {
  const waits: number[] = [];
  let failures = 0;
  while (performance.now() < until) {
    const startedAt = performance.now();
    if ((await ask()) !== 200) failures += 1;
    waits.push(performance.now() - startedAt);
    await delay(pauseMs);
  }
  return { waits, failures };
}

function countStatuses(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts].map(([status, all]) => `${all.length} x ${status}`).join(', ');
}

const findP99 = (waits: readonly number[]) =>
  waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;

try {
  for (const { ask } of Object.values(OTHERS)) await ask();
  for (const [name, attack] of Object.entries(ATTACKS)) {
    isAttacked = true;
    const attacked = attack();
    const until = performance.now() + SECONDS * 1000;
    const all = await Promise.all(
      Object.entries(OTHERS).map(async ([who, person]) => ({ who, ...(await measure(person, until)) })),
    );
    isAttacked = false;
    const statuses = countStatuses(await attacked);
    const others = all.filter(({ who }) => who !== 'ready');
    const ready = all.filter(({ who }) => who === 'ready');
    const findSlowest = (people: typeof all) => Math.max(...people.map(({ waits }) => findP99(waits)));
    const countFailures = (people: typeof all) => people.reduce((sum, { failures }) => sum + failures, 0);
    const notes = all.map(({ who, waits }) => `${who} ${findP99(waits).toFixed(0)} ms of ${waits.length}`);
    const slowest = { measured: findSlowest(others), unit: 'ms', atMost: GOAL_MS };
    report({ name: `${name}: p99 of others`, ...slowest }, notes.join(', '));
    report({ name: `${name}: others failed`, measured: countFailures(others), atMost: 0 }, statuses);
    report({ name: `${name}: not ready`, measured: countFailures(ready), atMost: 0 });
    report({ name: `${name}: p99 of /readyz`, measured: findSlowest(ready), unit: 'ms', atMost: READY_GOAL_MS });
  }
} finally {
  await server.stop();
  await postgres.stop();
}
