import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MIGRATIONS, migrate } from '../../server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { ANONYMOUS, type AppEnv } from '../caller.ts';
import { openCallerPool } from '../connections/caller-pool.ts';
import { openOwnerPool } from '../connections/owner-pool.ts';
import { createDataApi } from './data-api.ts';

// Two servers over one database, each with connections and a memory of its own.

type Replica = { ask: (path: string) => Promise<Response>; close: () => Promise<void> };

let database: TestDatabase;
let replicas: [Replica, Replica];

async function openReplica(name: string): Promise<Replica> {
  const log = pino({ level: 'silent' });
  const { host, port, path, user, pass } = database.sql.options;
  const target = { host: host[0] ?? '', port: port[0] ?? 0, user: user ?? '', password: pass ?? '', database: name };
  const sql = openOwnerPool(typeof path === 'string' && path !== '' ? { ...target, path } : target, log);
  const callers = await openCallerPool(sql, log);
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('caller', ANONYMOUS);
      await next();
    })
    .route('/', createDataApi({ sql, callers }));
  return {
    ask: async (path) => app.request(`/${path}`),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), callers.close()]);
    },
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`create table public.lamps (id int); insert into public.lamps values (1);
    grant select on public.lamps to anon`);
  const [row] = await database.sql<{ name: string }[]>`select current_database() as name`;
  replicas = [await openReplica(row?.name ?? ''), await openReplica(row?.name ?? '')];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await database.close();
});

const bodies = (path: string) => Promise.all(replicas.map(async ({ ask }) => (await ask(path)).json()));

/** Waits until both have begun to listen, which makes them read the schema anew, and have read it. */
async function settle(): Promise<void> {
  await bodies('lamps');
  await vi.waitFor(async () => {
    const listening = await database.sql`select from pg_stat_activity
      where datname = current_database() and query ilike 'listen%' and state = 'idle'`;
    expect(listening).toHaveLength(2);
  });
  await bodies('lamps');
}

test('both servers see a schema change as soon as one has migrated', async () => {
  await settle();
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-migrations-'));
  try {
    // A renamed column is no unknown name to a server that does not hear of it: it would go on asking for the old one.
    const [platform] = MIGRATIONS;
    await cp(platform?.folder ?? '', folder, { recursive: true });
    await writeFile(join(folder, '20990101000001_lamps.sql'), 'alter table public.lamps rename id to number;');
    await migrate(database.sql, [{ folder, table: 'platform_migrations' }]);
  } finally {
    await rm(folder, { recursive: true });
  }
  const renamed = [[{ n: 1 }], [{ n: 1 }]];
  // Well before the three seconds after which an unknown name would be looked up by itself.
  await vi.waitFor(async () => expect(await bodies('lamps?select=n:number')).toEqual(renamed), { timeout: 2500 });
  const old = { code: '42703', message: 'column lamps.id does not exist' };
  expect(await bodies('lamps?select=id')).toMatchObject([old, old]);
  const [one, other] = await Promise.all(replicas.map(({ ask }) => ask('lamps')));
  expect(one?.headers.get('etag')).toBe(other?.headers.get('etag'));
});
