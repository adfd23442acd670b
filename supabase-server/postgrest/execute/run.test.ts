import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { createRunner, type Run } from './run.ts';

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
