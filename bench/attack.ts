import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { hash } from '@node-rs/bcrypt';
import { readConfig } from '../server/config/config.ts';
import { generateKeys, openKeys } from '../server/keys/keys.ts';
import { createAuthority } from '../simulators/certificates.ts';
import { createAccessTokens } from '../supabase-server/gotrue/sessions/access-tokens.ts';
import { startPostgres } from './support/postgres.ts';
import { PUBLIC_URL, startReplicas } from './support/processes.ts';
import { report } from './support/report.ts';
import { availabilityPath, MAP_ZONES, pastReservationsPath } from './support/requests.ts';
import { fillWorld, findIds } from './support/world.ts';

// What visitors, free accounts and bursts of wrong log-ins do to everybody else, one attack after the other, on a server of
// this machine. Strangers send what takes long, on so many connections and no more, for so many seconds. Sign-in is asked
// from the network of the strangers, which many people may share.

const SECONDS = 10;
const VISITOR_CONNECTIONS = 12;
const ACCOUNTS = 3;
const LOCK_CONNECTIONS = 150;
/** The first driver who attacks nobody. */
const HONEST = 7;
const CONNECTIONS_OF_ACCOUNT = 4;
const WRONG_LOG_INS = 200;
/** Others send a request as often. */
const PAUSE_MS = 50;
const LOG_IN_PAUSE_MS = 2500;
/** A person may renew 300 times in five minutes, which is shorter than all attacks together. */
const RENEWAL_PAUSE_MS = 1000;
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
  driverIds.map(async (sub) => {
    const session_id = crypto.randomUUID();
    await sql`insert into auth.sessions (id, user_id) values (${session_id}, ${sub})`;
    return (await accessTokens.sign({ sub, session_id, role: 'authenticated' })).token;
  }),
);
// The proxy in front is the benchmark itself, so that people come from networks of their own.
const authority = await createAuthority('Bench');
const fiscal = await authority.issue('The operator');
const server = await startReplicas(1, url, keyTexts, {
  RATE_LIMIT: 'on',
  TRUSTED_PROXIES: '127.0.0.1',
  DGII_ENVIRONMENT: 'testecf',
  SAMPLES: 'off',
  FISCAL_AUTHORITIES: authority.pem,
  DGII_CERTIFICATE: fiscal.certificate.toString(),
  DGII_CERTIFICATE_KEY: fiscal.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});
const [origin = ''] = server.origins;

type Sent = {
  path: string;
  from: string;
  method?: string;
  token?: string | undefined;
  body?: object | string | undefined;
};

async function send(sent: Sent): Promise<number> {
  return (await receive(sent)).status;
}

/** @returns the status and the text, and 0 without a response */
async function receive({ path, from, token = keys.publishableKey, body, ...sent }: Sent) {
  const headers = {
    apikey: keys.publishableKey,
    authorization: `Bearer ${token}`,
    'x-forwarded-for': from,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    const { method = body === undefined ? 'GET' : 'POST' } = sent;
    const response = await fetch(origin + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    console.log(`${path.slice(0, 60)}: ${error}`);
    return { status: 0, text: '' };
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

/** Sends half of a log-in, and waits until the server gives up. */
async function sendHalfALogIn(): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      'POST /auth/v1/token?grant_type=password HTTP/1.1',
      `host: ${hostname}`,
      `apikey: ${keys.publishableKey}`,
      `x-forwarded-for: ${STRANGER}`,
      'content-type: application/json',
      'content-length: 100',
      '',
      '{"email"',
    ].join('\r\n'),
  );
  const [data] = await once(socket, 'data');
  socket.destroy();
  return Number(String(data).split(' ')[1]);
}

/** A seed that takes a careless reader long, from one of many networks. */
async function sendSeed(nth: number): Promise<number> {
  const body = new FormData();
  body.append('xml', new Blob(['<a'.repeat(3800)]), 'seed.xml');
  const headers = { 'x-forwarded-for': toAddressOfSite(nth) };
  const address = `${origin}/fe/autenticacion/api/validacioncertificado`;
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

const MANY_NAMES = `{${Array.from({ length: 85_000 }, (_, nth) => `"a${nth}":1`).join()}}`;

/** Opens a barrier, or asks what deleting the account would remove. */
const askForLocks = (): Promise<number> =>
  Math.random() < 0.5
    ? send({
        path: '/functions/v1/open-space',
        from: STRANGER,
        token: tokens[0],
        body: { reservation: crypto.randomUUID(), action: 'open', key: crypto.randomUUID() },
      })
    : send({ path: '/rest/v1/rpc/preview_deletion', from: STRANGER, token: tokens[0], body: {} });

const rename = (nth: number, from: string): Promise<number> =>
  send({
    path: `/rest/v1/profiles?user_id=eq.${driverIds[nth]}`,
    from,
    token: tokens[nth],
    method: 'PATCH',
    body: { bio: `${Math.random()}` },
  });

const REFRESH = '/auth/v1/token?grant_type=refresh_token';

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
  'documents of strangers': () => repeat(VISITOR_CONNECTIONS, sendSeed),
  'half-sent log-ins': () => repeat(VISITOR_CONNECTIONS, sendHalfALogIn),
  'made-up refresh tokens': () =>
    repeat(VISITOR_CONNECTIONS, (nth) =>
      send({ path: REFRESH, from: STRANGER, body: { refresh_token: `made-up-${nth}-${Math.random()}` } }),
    ),
  'bodies with 85,000 names': () =>
    repeat(VISITOR_CONNECTIONS, () => send({ path: '/rest/v1/rpc/is_admin', from: STRANGER, body: MANY_NAMES })),
  'one account, barriers and previews': () =>
    repeat(LOCK_CONNECTIONS, async () => {
      const status = await askForLocks();
      await delay(PAUSE_MS);
      return status;
    }),
  'six accounts, writes': () => repeat(60, (nth) => rename(nth % 6, STRANGER)),
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

const token = tokens[HONEST];
let logIns = 0;
let refreshToken = '';

/** Renews the session of somebody in the strangers' network. */
async function renew(): Promise<number> {
  const grant = refreshToken === '' ? 'password' : 'refresh_token';
  const password = { email: `driver${HONEST}@parqueo.test`, password: PASSWORD };
  const body = refreshToken === '' ? password : { refresh_token: refreshToken };
  const { status, text } = await receive({ path: `/auth/v1/token?grant_type=${grant}`, from: STRANGER, body });
  if (status === 200) refreshToken = JSON.parse(text).refresh_token;
  return status;
}
type Person = { ask: () => Promise<number>; pauseMs: number };
const OTHERS: Record<string, Person> = {
  visitor: { ask: () => send({ path: MAP_ZONES, from: OTHER }), pauseMs: PAUSE_MS },
  driver: {
    ask: () => send({ path: pastReservationsPath(driverIds[HONEST] ?? ''), from: OTHER, token }),
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
  session: { ask: renew, pauseMs: RENEWAL_PAUSE_MS },
  write: { ask: () => rename(HONEST, OTHER), pauseMs: PAUSE_MS },
  ready: { ask: () => send({ path: '/readyz', from: OTHER }), pauseMs: PAUSE_MS },
};

async function measure({ ask, pauseMs }: Person, until: number) {
  const waits: number[] = [];
  let failures = 0;
  while (performance.now() < until) {
    const startedAt = performance.now();
    if (![200, 204].includes(await ask())) failures += 1;
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
