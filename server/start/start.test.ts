import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readConfig } from '../config/config.ts';
import { findFreePort } from '../database/embedded/endpoint.ts';
import { createLog } from '../log.ts';
import { createSharedKeys, type SharedKeys } from '../testing/crowd.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../testing/outside-postgres.ts';
import { startServer } from './start.ts';

let postgres: OutsidePostgres;
let sql: Sql;
let keys: SharedKeys;

beforeAll(async () => {
  [postgres, keys] = await Promise.all([startOutsidePostgres(), createSharedKeys()]);
  sql = postgres.connect();
});
afterAll(async () => {
  await sql.end();
  await postgres.stop();
});

async function start(env: Record<string, string>) {
  const usual = { ...keys.env, DATABASE_URL: postgres.url, PORT: String(await findFreePort()) };
  return startServer(readConfig({ ...usual, ...env }, '/nowhere'), '/nowhere', createLog());
}
const isUntouched = async () => {
  const [row] = await sql`select to_regnamespace('supabase_migrations') is null as "isUntouched"`;
  return row?.isUntouched;
};

test('a start with keys that are none leaves the database as it is', async () => {
  await expect(start({ AUTH_SIGNING_KEYS: '{"keys": []}' })).rejects.toThrow(/^AUTH_SIGNING_KEYS takes/);
  expect(await isUntouched()).toBe(true);
});

test('a start with a folder or a file that cannot be used leaves the database as it is', async () => {
  const gone = start({ NODE_EXTRA_CA_CERTS: '/nowhere/authority.pem' });
  await expect(gone).rejects.toThrow('NODE_EXTRA_CA_CERTS names a file that cannot be read');
  const other = start({ NODE_EXTRA_CA_CERTS: import.meta.filename });
  await expect(other).rejects.toThrow('NODE_EXTRA_CA_CERTS has no certificates that can be read');
  const file = start({ DATA_DIR: import.meta.filename });
  await expect(file).rejects.toThrow(`DATA_DIR ${import.meta.filename} cannot be used (`);
  expect(await isUntouched()).toBe(true);
});

test('a start on a taken port leaves the database as it is', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expect(start({ PORT: String(port) })).rejects.toThrow(`PORT ${port} is taken`);
  other.close();
  expect(await isUntouched()).toBe(true);
});

test('a start on an address of another machine leaves the database as it is', async () => {
  await expect(start({ HOST: '203.0.113.1' })).rejects.toThrow('HOST 203.0.113.1 is not an address of this machine');
  expect(await isUntouched()).toBe(true);
});
