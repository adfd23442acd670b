import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { readConfig } from '../server/config/config.ts';
import { DEMO_ACCOUNTS } from '../server/database/built-in-accounts.ts';
import { openVendorAccess } from '../server/functions/locks-api.ts';
import { createApp } from '../server/http/app.ts';
import { openKeys } from '../server/keys/keys.ts';
import { createMailer } from '../server/mail/mailer.ts';
import { createOutbox } from '../server/mail/outbox.ts';
import { openPreparedDatabase } from '../server/testing/server.ts';
import { load } from './support/load.ts';
import { median, report } from './support/report.ts';

// How much sign-in slows down everybody else, since passwords are hashed beside the main thread. Reads come at a steady rate;
// their 99th percentile while 20 people log in again and again is compared with that of an idle server.

const LOGINS = 20;
const READS_PER_SECOND = 100;
const ROUND_SECONDS = 5;
const ROUNDS = 3;
/** How many times as long 99 of 100 reads may take while people log in. */
const GOAL = 3;

const log = pino({ level: 'silent' });
const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-bench-'));
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off' }, '/');
const database = await openPreparedDatabase(config, log);
const keys = await openKeys(config, database.dataDir);
const { sql, callers } = database;
const outbox = createOutbox({ sql, mailer: createMailer({ config, sql }), secretKey: keys.secretKey, log });
const lockVendor = openVendorAccess(config, log);
const app = createApp({ config, keys, sql, callers, outbox, lockVendor, log, webBuild: dataDir });
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port');
const origin = `http://127.0.0.1:${address.port}`;

const common = { origins: [origin], seconds: ROUND_SECONDS };
const headers = { apikey: keys.publishableKey };
const readZones = () =>
  load({
    ...common,
    requests: [{ path: '/rest/v1/parking_zones?select=id,name,price_per_hour&limit=5' }],
    connections: 5,
    perSecond: READS_PER_SECOND,
    method: 'GET',
    headers,
  });
const [driver] = DEMO_ACCOUNTS;
const logIn = () =>
  load({
    ...common,
    requests: [
      {
        path: '/auth/v1/token?grant_type=password',
        body: JSON.stringify({ email: driver?.email, password: driver?.password }),
      },
    ],
    connections: LOGINS,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
  });

try {
  await readZones();
  const rounds: { idle: number; busy: number; logins: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const idle = await readZones();
    const [busy, logins] = await Promise.all([readZones(), logIn()]);
    if (logins.total === 0) throw new Error('Nobody was logged in: the machine is too busy to measure');
    rounds.push({ idle: idle.p99Ms, busy: busy.p99Ms, logins: logins.perSecond });
  }
  const middle = (of: 'idle' | 'busy' | 'logins') => median(rounds.map((round) => round[of])).toFixed(1);
  report(
    {
      name: `slow reads, ${LOGINS} logging in to idle`,
      measured: median(rounds.map(({ busy, idle }) => busy / idle)),
      atMost: GOAL,
    },
    `99 of 100 within ${middle('busy')} ms for ${middle('idle')} ms, beside ${middle('logins')} logins/s`,
  );
} finally {
  server.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
