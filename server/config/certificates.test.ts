import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthority } from '../../simulators/certificates.ts';
import { type Cast, createCast } from '../../supabase/tests/as.ts';
import { createMetrics } from '../http/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { keepLog } from '../testing/server.ts';
import { createCertificateWatch } from './certificates.ts';
import { readConfig } from './config.ts';

let database: TestDatabase;
let cast: Cast;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
  const authority = await createAuthority('Test');
  const [soon, later] = await Promise.all([
    authority.issue('AZUL', { validDays: 29 }),
    authority.issue('DGII', { validDays: 31 }),
  ]);
  env = {
    SAMPLES: 'off',
    AZUL_CERTIFICATE: `${soon.certificate}`,
    AZUL_CERTIFICATE_KEY: 'key.pem',
    DGII_CERTIFICATE: `${later.certificate}`,
    DGII_CERTIFICATE_KEY: 'key.pem',
    DGII_ENVIRONMENT: 'testecf',
  };
});
afterAll(() => database.close());

function watch(variables: Record<string, string>) {
  const { log, written } = keepLog();
  const config = readConfig(variables, '/nowhere');
  return { ...createCertificateWatch({ config, sql: database.sql, log }), written };
}
const readTold = () => database.sql<{ person: string; content: object }[]>`
  select user_id as person, content from public.notifications where kind = 'certificate'`;

test('every administrator is told once by mail of a certificate that expires within 30 days', async () => {
  const { check, expiries, written } = watch(env);
  await check();
  await check();
  const told = { certificate: 'azul', expiry: expect.stringMatching(/^\d{4}-/) };
  expect(await readTold()).toEqual([{ person: cast.admin.id, content: told }]);
  expect([...expiries].map(([name, { isSoon }]) => [name, isSoon])).toEqual([
    ['azul', true],
    ['dgii', false],
  ]);
  expect(written.filter((line) => line.includes('"certificate":"azul"'))).toHaveLength(2);
});

test('when each certificate expires is a metric', async () => {
  const { expiries } = watch(env);
  const { registry } = createMetrics(database.callers.pool, { withProcess: false, expiries });
  const lines = await registry.getSingleMetricAsString('parqueo_certificate_expires_timestamp_seconds');
  const seconds = (name: 'azul' | 'dgii') => Number(expiries.get(name)?.expiry) / 1000;
  expect(lines).toContain(`{certificate="azul"} ${seconds('azul')}\n`);
  expect(lines).toContain(`{certificate="dgii"} ${seconds('dgii')}`);
});

test('a database that is out of reach is no reason to tell nothing of the other certificates', async () => {
  const keys = { AUTH_SIGNING_KEYS: 'x', PUBLISHABLE_KEY: 'x'.repeat(16), SECRET_KEY: 'x'.repeat(40) };
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nothing?sslmode=require';
  const { check, expiries, written } = watch({ ...env, ...keys, DATABASE_URL });
  await check();
  expect([...expiries.keys()]).toEqual(['azul', 'dgii']);
  expect(written.join('')).toContain('the certificate of a host of the database could not be read');
});
