import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openPaymentAccess } from './payments/payment-access.ts';
import { createCrowd, createSharedKeys } from './testing/crowd.ts';
import { createTestDatabase } from './testing/database.ts';
import { type FuzzTarget, findFault, throwAt } from './testing/fuzz/judge.ts';
import { type FuzzApi, REQUESTS } from './testing/fuzz/requests.ts';
import { serveApp } from './testing/listen.ts';
import { openServer } from './testing/server.ts';
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
    host: '127.0.0.1',
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
