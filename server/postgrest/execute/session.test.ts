import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createRunner, type Run } from './run.ts';
import { Session, type Step } from './session.ts';

// One connection and what it sends together.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create table public.things (id int primary key, next int references public.things (id) deferrable initially deferred);
    grant select, insert on public.things to anon, authenticated`);
});
afterAll(() => database.close());

const step = (text: string, key: string | null = text): Step => ({ text, values: [], key });
const ME: Pick<Run, 'caller'> = { caller: { role: 'authenticated', claims: { role: 'authenticated', sub: 'me' } } };
const ANSWER = `'[]' as body, 0 as rows, null as total`;

async function withSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = await database.callers.pool.connect();
  try {
    return await work(Session.of(client));
  } finally {
    client.release(true);
  }
}

test('steps that are sent together are one transaction, of which a failure leaves nothing', async () => {
  await withSession(async (session) => {
    const both = [step('insert into public.things values (1)'), step('select 1 / 0')];
    await expect(session.run(both)).rejects.toMatchObject({ code: '22012' });
    expect(session.isFree).toBe(true);
    expect(await session.run([step('select count(*) from public.things')])).toEqual([['0']]);
  });
});

test('what a step sets for its transaction is gone after it', async () => {
  await withSession(async (session) => {
    const who = step(`select current_user, current_setting('request.path', true)`);
    const set = step(`select set_config('role', 'authenticated', true), set_config('request.path', '/x', true)`);
    expect((await session.run([set, who])).at(-1)).toEqual(['authenticated', '/x']);
    expect(await session.run([who])).toEqual([['anon', '']]);
  });
});

test('statements of a failed group can be sent again, whichever of them had been prepared', async () => {
  await withSession(async (session) => {
    const failing = step('select 1 / (select count(*) from public.things)');
    for (const _ of [1, 2, 3]) {
      await expect(session.run([failing, step('select 2')])).rejects.toMatchObject({ code: '22012' });
    }
    expect(await session.run([step('select 2')])).toEqual([['2']]);
    await expect(session.run([step('select nonsense')])).rejects.toMatchObject({ code: '42703' });
    await expect(session.run([step('select nonsense')])).rejects.toMatchObject({ code: '42703' });
  });
});

test('a connection keeps a hundred statements prepared at most, those used last', async () => {
  await withSession(async (session) => {
    for (let n = 0; n < 150; n += 1) await session.run([step('select 1', 'often'), step(`select ${n}`)]);
    const prepared = await session.run([
      step(
        `select count(*), bool_or(statement = 'select 149'), bool_or(statement = 'select 1') from pg_prepared_statements`,
        null,
      ),
    ]);
    expect(prepared).toEqual([['100', 't', 't']]);
  });
});

test('a rule that is checked at the end refuses the write that breaks it', async () => {
  const run = createRunner(database.callers.pool);
  const text = `with written as (insert into public.things values (5, 77) returning 1) select ${ANSWER} from written`;
  const write = (more: Partial<Run> = {}) => run({ text, values: [] }, { ...ME, isReadOnly: false, ...more });
  await expect(write()).rejects.toMatchObject({ code: '23503' });
  await expect(write({ check: () => undefined })).rejects.toMatchObject({ code: '23503' });
  expect(await database.sql`select from public.things`).toHaveLength(0);
  await expect(write({ isReadOnly: true })).rejects.toMatchObject({ code: '25006' });
});

test('a statement has ten seconds and finds names in the public schema, whatever one before it has set', async () => {
  const run = createRunner(database.callers.pool);
  const said = async (text: string) => {
    const statement = { text: `select json_build_array(${text})::text, 1, null`, values: [] };
    return JSON.parse((await run(statement, { ...ME, isReadOnly: true })).body);
  };
  await said(`set_config('statement_timeout', '0', false), set_config('search_path', 'auth', false)`);
  expect(await said(`current_setting('statement_timeout'), current_setting('search_path')`)).toEqual([
    '10s',
    'public, extensions',
  ]);
});

test('names of prepared statements differ from connection to connection', async () => {
  const own = step('select name from pg_prepared_statements');
  const names = await withSession((first) =>
    withSession((second) => Promise.all([first, second].map(async (session) => (await session.run([own]))[0]?.[0]))),
  );
  // Each is the only statement of its connection.
  expect(names.map((name) => name?.length)).toEqual([26, 26]);
  expect(names[0]).not.toBe(names[1]);
});
