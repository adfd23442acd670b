import { existsSync } from 'node:fs';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../supabase-server/caller.ts';
import { openCallerPool } from '../../supabase-server/connections/caller-pool.ts';
import { createRunner } from '../../supabase-server/postgrest/execute/run.ts';
import { OLDEST_POSTGRES, type OldestPostgres, startOldestPostgres } from '../testing/oldest-postgres.ts';
import { MIGRATIONS, migrate } from './migrate.ts';

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('on PostgreSQL 15', () => {
  let postgres: OldestPostgres;
  let admin: Sql;

  beforeAll(async () => {
    postgres = await startOldestPostgres();
    admin = postgres.connect('postgres', 'postgres');
  });
  afterAll(async () => {
    await admin.end();
    await postgres.stop();
  });

  // Also creates the roles of the callers, which belong to all databases of a PostgreSQL.
  test('every migration runs as a superuser', async () => {
    await admin`create database own`;
    const sql = postgres.connect('postgres', 'own');
    expect((await migrate(sql, MIGRATIONS)).length).toBeGreaterThan(10);
    await sql.end();
  });

  test('every migration runs as a database owner who may create roles, and callers have theirs', async () => {
    await admin`create role landlord login createrole`;
    await admin`grant anon, authenticated, service_role to landlord with admin option`;
    await admin`create database rented owner landlord`;
    const sql = postgres.connect('landlord', 'rented');
    expect((await migrate(sql, MIGRATIONS)).length).toBeGreaterThan(10);
    const { pool, close } = await openCallerPool(sql, pino({ level: 'silent' }));
    const who = `select json_build_array(current_user, auth.uid())::text, 1, (select count(*) from public.parking_zones)`;
    const sub = '11111111-1111-4111-8111-111111111111';
    const caller: Caller = { role: 'authenticated', claims: { sub } };
    const run = createRunner(pool);
    const { body } = await run({ text: who, values: [] }, { caller, isReadOnly: true });
    expect(JSON.parse(body)).toEqual(['authenticated', sub]);
    await close();
    await sql.end();
  });
});
