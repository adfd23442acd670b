import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openKeys } from './keys/keys.ts';
import { openVendorAccess } from './locks/locks-api.ts';
import { createMailer } from './mail/mailer.ts';
import { createOutbox } from './mail/outbox.ts';
import { openPaymentAccess } from './payments/payment-access.ts';
import { createCrowd, createSharedKeys } from './testing/crowd.ts';
import { createTestDatabase } from './testing/database.ts';
import { type FuzzTarget, findFault, throwAt } from './testing/fuzz/judge.ts';
import { type FuzzApi, REQUESTS } from './testing/fuzz/requests.ts';
import { writeWebBuild } from './testing/write-web-build.ts';

/** Requests to each interface; `npm run bench` throws many more. */
const FUZZ_RUNS = 250;
/** The same requests every time; bench/fuzz.ts takes others. */
const FUZZ_SEED = 20_261_121;
const FUZZ_TIMEOUT_MS = 120_000;

const PAYMENTS = { ...readConfig({ SAMPLES: 'off' }, '/').payments, simulator: true };

let target: FuzzTarget;
let close: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  const { sql, callers } = database;
  const shared = await createSharedKeys();
  const config = readConfig({ ...shared.env, RATE_LIMIT: 'off', MANUAL_LINKING: 'on' }, '/');
  const log = pino({ level: 'silent' });
  const keys = await openKeys(config, '/');
  const lockVendor = openVendorAccess(config, log);
  const outbox = createOutbox({ sql, mailer: createMailer({ config, sql }), secretKey: keys.secretKey, log });
  const webBuild = await mkdtemp(join(tmpdir(), 'parqueo-web-'));
  await writeWebBuild(webBuild, { 'index.html': '<!doctype html><title>Parqueo</title>' });
  const payments = await openPaymentAccess({ config: { ...config, samples: false, payments: PAYMENTS }, sql, log });
  const app = createApp({ config, keys, sql, callers, outbox, lockVendor, payments, log, webBuild });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const [driver, admin] = await createCrowd(sql, shared, 2);
  if (!driver || !admin) throw new Error('There is nobody to ask');
  await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`;
  target = {
    host: '127.0.0.1',
    port: address.port,
    publishableKey: keys.publishableKey,
    tokens: { driver: driver.token, admin: admin.token, service: keys.secretKey },
  };
  // The first requests to the map wait until it and its pictures have loaded.
  await app.request('/maps/api?q=naco');
  await app.request('/maps/still.svg?lat=18.47&lng=-69.93&zoom=12&width=345&height=530');
  close = async () => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await lockVendor.close();
    await payments.close();
    await database.close();
    await rm(webBuild, { recursive: true });
  };
});
afterAll(() => close());

for (const api of Object.keys(REQUESTS) as FuzzApi[]) {
  test(`any request to /${api} gets a prompt response without failures and internals`, {
    timeout: FUZZ_TIMEOUT_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(REQUESTS[api], async (request) => {
        expect(findFault(api, await throwAt(target, request))).toBeNull();
      }),
      { seed: FUZZ_SEED, numRuns: FUZZ_RUNS },
    );
  });
}
