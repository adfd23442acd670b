import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openPaymentAccess } from '../functions/payment-access.ts';
import { createCrowd, createSharedKeys } from '../testing/crowd.ts';
import { createTestDatabase } from '../testing/database.ts';
import { type FuzzApi, REQUESTS } from '../testing/fuzz/requests.ts';
import type { FuzzRequest } from '../testing/fuzz/wild.ts';
import { serveApp } from '../testing/listen.ts';
import { openServer } from '../testing/server.ts';
import { writeWebBuild } from '../testing/write-web-build.ts';

/** Requests to each interface, the same ones every time. FUZZ_RUNS and FUZZ_SEED in the environment take more and others. */
const FUZZ_RUNS = Number(process.env.FUZZ_RUNS ?? 250);
const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const FUZZ_TIMEOUT_MS = 120_000 + 20 * FUZZ_RUNS;

const SLOW_MS = 2000;
/** Stack traces, file names, errors of the driver, and our SQL. */
const INTERNALS =
  /node_modules|\n\s+at |\.[tj]s:\d+|\/(home|root|tmp|usr|var|work)\/|ECONN|ENOENT|PostgresError|TypeError|set_config\(|\bfrom "public"|base\/\d+\/\d+/;
/** Documented failures of the lock vendor and of the providers of payments. */
const ALLOWED_FAILURES: Record<FuzzApi, readonly number[]> = {
  rest: [],
  auth: [],
  functions: [502, 503, 504],
  maps: [],
  pages: [],
  payments: [503],
};

type FuzzAnswer = { status: number; body: string; ms: number };

const PAYMENTS = { ...readConfig({ SAMPLES: 'off' }, '/').payments, simulator: true };

let target: { port: number; publishableKey: string; tokens: Record<string, string | undefined> };
let close: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  const { sql } = database;
  const shared = await createSharedKeys();
  const env = { ...shared.env, MANUAL_LINKING: 'on' };
  const webBuild = await mkdtemp(join(tmpdir(), 'parqueo-web-'));
  await writeWebBuild(webBuild, { 'index.html': '<!doctype html><title>Parqueo</title>' });
  const paying = { ...readConfig(env, '/'), samples: false, payments: PAYMENTS };
  const payments = await openPaymentAccess({ config: paying, sql, log: pino({ level: 'silent' }) });
  const { app, keys, lockVendor } = await openServer(database, { env, payments, webBuild });
  const server = await serveApp(app);
  const [driver, admin] = await createCrowd(sql, shared, 2);
  if (!driver || !admin) throw new Error('There is nobody to ask');
  await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`;
  target = {
    port: server.port,
    publishableKey: keys.publishableKey,
    tokens: { driver: driver.token, admin: admin.token, service: keys.secretKey },
  };
  // The first requests to the map wait until it and its pictures have loaded.
  await app.request('/maps/api?q=naco');
  await app.request('/maps/still.svg?lat=18.47&lng=-69.93&zoom=12&width=345&height=530');
  close = async () => {
    await server.close();
    await lockVendor.close();
    await payments.close();
    await database.close();
    await rm(webBuild, { recursive: true });
  };
});
afterAll(() => close());

/** @throws when the server hangs or drops the connection */
async function throwAtServer({ caller, hasKey, ...wanted }: FuzzRequest): Promise<FuzzAnswer> {
  const startedAt = performance.now();
  const token = typeof caller === 'string' ? target.tokens[caller] : caller.token;
  const headers = {
    ...wanted.headers,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(hasKey ? { apikey: target.publishableKey } : {}),
    ...(wanted.body === null ? {} : { 'content-length': wanted.body.length }),
  };
  const path = wanted.path.startsWith('/') ? wanted.path : `/${wanted.path}`;
  const { port } = target;
  const { method } = wanted;
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false, timeout: 5 * SLOW_MS });
  sent.on('timeout', () => sent.destroy(new Error('The server hangs')));
  sent.end(wanted.body ?? undefined);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = (await buffer(answer)).toString('latin1');
  return { status: answer.statusCode ?? 0, body, ms: performance.now() - startedAt };
}

/** Returns what is wrong with a response, or null: a failure, a slow response, or internals of the server. */
function findFault(api: FuzzApi, { status, body, ms }: FuzzAnswer): string | null {
  if (status >= 500 && !ALLOWED_FAILURES[api].includes(status)) return `status ${status}: ${body.slice(0, 300)}`;
  if (ms > SLOW_MS) return `${Math.round(ms)} ms`;
  const shown = INTERNALS.exec(body);
  return shown === null ? null : `shows "${body.slice(Math.max(0, shown.index - 60), shown.index + 60)}"`;
}
for (const api of Object.keys(REQUESTS) as FuzzApi[]) {
  test(`any request to /${api} gets a prompt response without failures and internals`, {
    timeout: FUZZ_TIMEOUT_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(REQUESTS[api], async (request) => {
        expect(findFault(api, await throwAtServer(request))).toBeNull();
      }),
      { seed: FUZZ_SEED, numRuns: FUZZ_RUNS },
    );
  });
}
