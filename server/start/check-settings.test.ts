import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readConfig } from '../config/config.ts';
import { createSharedKeys } from '../testing/crowd.ts';
import { startVendor } from '../testing/lock-proxy.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../testing/outside-postgres.ts';
import { keepLog, openPreparedDatabase } from '../testing/server.ts';
import { startSmtp } from '../testing/smtp.ts';

let postgres: OutsidePostgres;
let sql: Sql;
let env: Record<string, string>;
beforeAll(async () => {
  const [started, keys] = await Promise.all([startOutsidePostgres(), createSharedKeys()]);
  postgres = started;
  sql = postgres.connect();
  env = { ...keys.env, DATABASE_URL: postgres.url };
});
afterAll(async () => {
  await sql.end();
  await postgres.stop();
});

/** Runs the command, without the variables of this process. */
async function check(variables: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'check-settings.ts'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...variables },
  });
  const [printed, failure, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, lines: `${printed}${failure}`.trimEnd().split('\n') };
}

const SECRET = 's3cret-'.repeat(9);
const VENDOR = { LOCK_VENDOR_APP_ID: 'parqueo', LOCK_VENDOR_SECRET: 'a-secret-of-the-test' };

test('an operator reads what a start would run, and the database stays as it is', async () => {
  const { code, lines } = await check(env, '--dry-run');
  expect(code).toBe(0);
  expect(lines).toContainEqual(
    expect.stringMatching(/^ok {6}DATABASE_URL: PostgreSQL 1\d.*; a start runs \d+ migrations$/),
  );
  expect(lines.slice(lines.indexOf('  20261201000000_release_1_0'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^ {4}Locks: nothing/)]),
  );
  expect(await sql`select from pg_namespace where nspname = 'supabase_migrations'`).toEqual([]);
});

test('an operator reads that all parts work, and that a migrated database needs nothing', async () => {
  const database = await openPreparedDatabase(readConfig({ ...env, SEED: 'none' }, '/nowhere'), keepLog().log);
  await database.close();
  const SMTP_URL = await startSmtp({});
  const vendor = await startVendor((_request, response) => response.end('{"code": 200}'));
  const { code, lines } = await check({ ...env, ...VENDOR, SMTP_URL, LOCK_VENDOR_URL: vendor.url });
  await vendor.close();
  expect(lines).toEqual([
    'ok      Settings: http://127.0.0.1:8080',
    'ok      Keys: 1 to sign with, 1 for browsers, no PUSH_KEY, so no push notifications',
    expect.stringMatching(/a start runs 0 migrations$/),
    'ok      Certificates: none',
    'ok      SMTP_URL: works',
    'ok      LOCK_VENDOR_URL: works',
  ]);
  expect(code).toBe(0);
});

test('the keys of an embedded database are those of the variables, else made by the first start', async () => {
  const { DATABASE_URL: _outside, ...keys } = env;
  const { lines } = await check({ ...keys, DATA_DIR: '/nowhere' });
  expect(lines).toContain('ok      Keys: 1 to sign with, 1 for browsers, no PUSH_KEY, so no push notifications');
  expect((await check({ DATA_DIR: '/nowhere' })).lines).toContain('ok      Keys: made by the first start');
});

test('every part that fails has a line with its cause, and none with a secret', async () => {
  const { code, lines } = await check({
    ...env,
    ...VENDOR,
    SAMPLES: 'off',
    AUTH_SIGNING_KEYS: '{"keys": []}',
    DATABASE_URL: 'postgres://me:s3cret@127.0.0.1:1/parqueo',
    SMTP_URL: 'smtp://me:s3cret@127.0.0.1:1',
    LOCK_VENDOR_URL: 'http://127.0.0.1:1',
    AZUL_MERCHANT_ID: '1',
    AZUL_MERCHANT_NAME: 'P',
    AZUL_AUTH_KEY: SECRET,
    AZUL_AUTH1: SECRET,
    AZUL_AUTH2: SECRET,
    AZUL_CERTIFICATE: '/no/file',
    AZUL_CERTIFICATE_KEY: '/no/file',
    PAYPAL_CLIENT_ID: 'p',
    PAYPAL_CLIENT_SECRET: SECRET,
    PAYPAL_URL: 'http://127.0.0.1:1',
    DGII_PROVIDER_URL: 'http://127.0.0.1:1',
    DGII_PROVIDER_KEY: SECRET,
    DGII_ENVIRONMENT: 'testecf',
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: SECRET,
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
    FISCAL_AUTHORITIES: '/no/file',
  });
  const names = 'Keys DATABASE_URL Certificates SMTP_URL LOCK_VENDOR_URL AZUL PayPal DGII FISCAL_AUTHORITIES Google';
  expect(lines.slice(1).map((line) => line.split(':')[0])).toEqual(names.split(' ').map((name) => `FAILED  ${name}`));
  expect(code).toBe(1);
  expect(lines.join()).toContain('DATABASE_URL: the database does not answer (nothing listens at its host and port');
  expect(lines.join()).not.toMatch(/s3cret|a-secret/);
});

test('a wrong variable, and an argument that is not known, end with one line', async () => {
  expect(await check({ PORT: 'x' })).toEqual({ code: 1, lines: [expect.stringMatching(/^PORT takes a port number/)] });
  expect(await check({}, '--all')).toEqual({ code: 1, lines: [expect.stringMatching(/^check-settings takes/)] });
});
