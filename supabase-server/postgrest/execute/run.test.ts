import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { createRunner, type Run } from './run.ts';

// Statements run as their caller, many at once.

let database: TestDatabase;
let run: Run;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create table public.things (id int primary key, next int references public.things (id) deferrable initially deferred);
    grant select, insert on public.things to authenticated`);
  run = createRunner(database.callers.pool);
});
afterAll(() => database.close());

const createCaller = (sub: string) => ({ role: 'authenticated' as const, claims: { role: 'authenticated', sub } });
const WHO = `json_build_array(current_setting('request.jwt.claims')::json ->> 'sub', $1::text)::text`;
const UNCHANGED = { rows: 1, total: null };

/** Reads as a person of its own. */
const readAs = (sub: string, text: string, value: string) =>
  run({ text: `select ${text}`, values: [value] }, { caller: createCaller(sub), isReadOnly: true });

const readMany = (count: number, text: string, toValue = (index: number) => `${index}`) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => readAs(`sub ${index}`, text, toValue(index))));

const toCode = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? 'fulfilled' : (outcome.reason.code ?? outcome.reason.body.code);

test('reads at the same moment each run with their own caller and values', async () => {
  const outcomes = await readMany(32, `${WHO}, 1, null`);
  expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value)).toEqual(
    Array.from({ length: 32 }, (_, index) => ({ ...UNCHANGED, body: `["sub ${index}", "${index}"]` })),
  );
});

test('a read that fails fails no other', async () => {
  const outcomes = await readMany(6, `${WHO}, 1 / $1::int, null`, (index) => `${index % 3}`);
  expect(outcomes.map(toCode)).toEqual(['22012', 'fulfilled', 'fulfilled', '22012', 'fulfilled', 'fulfilled']);
});

test('every read of a statement that cannot be prepared fails with its error', async () => {
  for (const _ of ['first', 'again']) {
    const outcomes = await readMany(4, `${WHO}, no_such_column`);
    expect(outcomes.map(toCode)).toEqual(['42703', '42703', '42703', '42703']);
  }
});

test.each([
  ['loses its connection', 'pg_terminate_backend', '57P01'],
  ['is cancelled', 'pg_cancel_backend', '57014'],
])('a read that %s fails alone, and the next one succeeds', async (_, end, code) => {
  const name = randomUUID();
  const nap = `${WHO}, 1, null, '${name}' from pg_sleep($1::int)`;
  const reads = readMany(2, nap, (index) => (index === 0 ? '30' : '0'));
  await vi.waitFor(async () => {
    const ended = await database.sql`
      select ${database.sql.unsafe(end)}(pid) from pg_stat_activity
      where wait_event = 'PgSleep' and strpos(query, ${name}) > 0 and pid <> pg_backend_pid()`;
    expect(ended).toHaveLength(1);
  });
  expect((await reads).map(toCode)).toEqual([code, 'fulfilled']);
  expect(await readAs('me', nap, '0')).toMatchObject(UNCHANGED);
});

test('a read without a connection fails, and the next one succeeds', async () => {
  vi.spyOn(database.callers.pool, 'connect').mockRejectedValueOnce(
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  );
  await expect(readAs('me', `${WHO}, 1, null`, '1')).rejects.toMatchObject({ body: { code: 'PGRST000' } });
  expect(await readAs('me', `${WHO}, 1, null`, '2')).toMatchObject(UNCHANGED);
});

test('a constraint that is checked at the end rejects the write that breaks it', async () => {
  const text = `with written as (insert into public.things values (5, 77) returning 1)
    select '[]' as body, 0 as rows, null as total from written`;
  const write = (more: object = {}) =>
    run({ text, values: [] }, { caller: createCaller('me'), isReadOnly: false, ...more });
  await expect(write()).rejects.toMatchObject({ code: '23503' });
  await expect(write({ check: () => undefined })).rejects.toMatchObject({ code: '23503' });
  expect(await database.sql`select from public.things`).toHaveLength(0);
  await expect(write({ isReadOnly: true })).rejects.toMatchObject({ code: '25006' });
});

test('a read has three seconds and the public schema, whatever one before it has set', async () => {
  const read = async (text: string) => {
    const statement = { text: `select json_build_array(${text})::text, 1, null`, values: [] };
    return JSON.parse((await run(statement, { caller: createCaller('me'), isReadOnly: true })).body);
  };
  await read(`set_config('statement_timeout', '0', false), set_config('search_path', 'auth', false)`);
  expect(await read(`current_setting('statement_timeout'), current_setting('search_path')`)).toEqual([
    '3100ms',
    'public, extensions',
  ]);
});
