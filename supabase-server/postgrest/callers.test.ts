import { expect, test, vi } from 'vitest';
import { ANA, BETO, openWorld } from '../../server/testing/data-api.ts';
import { Session } from '../connections/session.ts';
import { createRunner } from './execute/run.ts';

/** Who a connection is by itself. */
const WHO = `select current_user, current_setting('role'), coalesce(current_setting('request.jwt.claims', true), ''),
  current_setting('transaction_read_only')`;

// Who a statement runs as, with many callers on few connections, and when things go wrong between them.

const world = await openWorld();

const PEOPLE = [ANA, BETO, undefined];
const whoIs = (person: string | undefined) => (person === undefined ? 'anon nobody' : `authenticated ${person}`);

test('three hundred requests at once, some failing, are each run as their caller', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const person = PEOPLE[index % 3];
      if (index % 4 === 1) {
        const { error } = await world.as(person).rpc('fail_with', { code: 'P0001' });
        return [error?.code, 'P0001'];
      }
      if (index % 4 === 2) {
        const { data } = await world.as(person).from('books').select('owner').limit(1);
        return [data?.[0]?.owner, person];
      }
      return [(await world.as(person).rpc('whoami', {}, { get: index % 8 === 3 })).data, whoIs(person)];
    }),
  );
  for (const [said, expected] of answers) expect(said).toBe(expected);
});

test('a connection is powerless before and after it served somebody', async () => {
  await world.as(ANA).from('books').select('id');
  await world.as(ANA).from('books').insert({ owner: BETO, title: 'x' });
  const rows = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const client = await world.database.callers.pool.connect();
      const [row] = await Session.of(client).run([{ text: WHO, values: [], key: null }]);
      client.release();
      return row;
    }),
  );
  for (const row of rows) expect(row).toEqual(['anon', 'anon', '', 'off']);
});

test('requests whose connections are lost get 503, and the connections are replaced', async () => {
  const naps = Array.from({ length: 25 }, () => world.as(ANA).rpc('nap', { seconds: 30 }));
  const settled = Promise.all(naps);
  const kill = () => world.database.sql<{ pid: number }[]>`
    with sleepers as materialized (
      select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'
    )
    select pid from sleepers where pg_terminate_backend(pid)`;
  // One that was told to end may still be there at the next look.
  const killed = new Set<number>();
  await vi.waitFor(
    async () => {
      for (const { pid } of await kill()) killed.add(pid);
      expect(killed.size).toBeGreaterThanOrEqual(25);
    },
    { timeout: 10_000, interval: 50 },
  );
  expect((await settled).map(({ status }) => status)).toEqual(naps.map(() => 503));
  const after = await Promise.all(
    PEOPLE.concat(PEOPLE, PEOPLE, PEOPLE).map((person) => world.as(person).rpc('whoami')),
  );
  expect(after.map(({ data }) => data)).toEqual(PEOPLE.concat(PEOPLE, PEOPLE, PEOPLE).map(whoIs));
});

test('a constraint that is checked at the end rejects the write that breaks it', async () => {
  await world.database.sql`
    alter table public.books alter constraint books_shelf_id_fkey deferrable initially deferred`;
  const insert = () => world.as(ANA).from('books').insert({ owner: ANA, title: 'Late', shelf_id: 77 });
  expect((await insert()).error?.code).toBe('23503');
  expect((await insert().select('id').single()).error?.code).toBe('23503');
  expect(await world.database.sql`select from public.books where title = 'Late'`).toHaveLength(0);
});

test('a read has three seconds and the public schema, whatever one before it has set', async () => {
  const run = createRunner(world.database.callers.pool);
  const caller = { role: 'authenticated' as const, claims: { role: 'authenticated', sub: ANA } };
  const read = async (text: string) => {
    const statement = { text: `select json_build_array(${text})::text, 1, null`, values: [] };
    return JSON.parse((await run(statement, { caller, isReadOnly: true })).body);
  };
  await read(`set_config('statement_timeout', '0', false), set_config('search_path', 'auth', false)`);
  expect(await read(`current_setting('statement_timeout'), current_setting('search_path')`)).toEqual([
    '3100ms',
    'public, extensions',
  ]);
});
