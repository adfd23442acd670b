import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import * as z from 'zod';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { DEMO_ACCOUNTS } from '../server/database/accounts.ts';
import { openDatabase } from '../server/database/open-database.ts';
import { openKeys } from '../server/keys/open-keys.ts';
import { openVendorAccess } from '../server/locks/vendor-access.ts';
import { createMailer } from '../server/mail/mailer.ts';

// What people who log in cost everybody else: passwords are hashed beside the thread that answers. Reads come at a steady
// rate; their 99th percentile while 20 people log in at once, again and again, is compared with that of an idle server.

const LOGINS = 20;
const READS_PER_SECOND = 100;
const ROUND_SECONDS = 5;
const ROUNDS = 3;
/** 99 of 100 reads may take so many times as long while people log in. */
const GOAL = 3;

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const report = z.object({
  latency: z.object({ p50: z.number(), p99: z.number() }),
  requests: z.object({ total: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});

const log = pino({ level: 'silent' });
const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-bench-'));
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off' }, '/');
const database = await openDatabase(config, log);
const keys = await openKeys(config, database.dataDir);
const { sql, callers } = database;
const mailer = createMailer({ config, sql });
const lockVendor = openVendorAccess(config, log);
const app = createApp({ config, keys, sql, callers, mailer, lockVendor, log, webBuild: dataDir });
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port');
const origin = `http://127.0.0.1:${address.port}`;

/** Runs a load for one round. @throws when an answer is not a good one */
async function load(url: string, options: string[]) {
  const headers = ['-H', `apikey: ${keys.publishableKey}`];
  const child = spawn(
    process.execPath,
    [AUTOCANNON, '-j', '-n', '-d', `${ROUND_SECONDS}`, ...headers, ...options, url],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const result = report.parse(JSON.parse(await text(child.stdout)));
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed ${result.non2xx + result.errors} times`);
  return result;
}

const readZones = () =>
  load(`${origin}/rest/v1/parking_zones?select=id,name,price_per_hour&limit=5`, [
    '-c',
    '5',
    '-R',
    `${READS_PER_SECOND}`,
  ]);
const [driver] = DEMO_ACCOUNTS;
const logIn = () =>
  load(`${origin}/auth/v1/token?grant_type=password`, [
    ...['-c', `${LOGINS}`, '-m', 'POST', '-H', 'content-type: application/json'],
    ...['-b', JSON.stringify({ email: driver?.email, password: driver?.password })],
  ]);

try {
  await readZones();
  const rounds: { idle: number; busy: number; logins: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const idle = await readZones();
    const [busy, logins] = await Promise.all([readZones(), logIn()]);
    if (logins.requests.total === 0) throw new Error('Nobody was logged in: the machine is too busy to measure');
    rounds.push({ idle: idle.latency.p99, busy: busy.latency.p99, logins: logins.requests.total / ROUND_SECONDS });
  }
  const [middle] = rounds.toSorted((a, b) => a.busy / a.idle - b.busy / b.idle).slice(Math.floor(ROUNDS / 2));
  const { idle = Number.NaN, busy = Number.NaN, logins = 0 } = middle ?? {};
  console.log(`reads, idle                99 of 100 within ${idle.toFixed(1)} ms`);
  console.log(
    `reads, ${LOGINS} logging in      99 of 100 within ${busy.toFixed(1)} ms, beside ${logins.toFixed(1)} logins/s`,
  );
  console.log(`ratio                      ${(busy / idle).toFixed(1)} (goal under ${GOAL})`);
  if (!(busy / idle < GOAL)) process.exitCode = 1;
} finally {
  server.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
