import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../server/testing/database.ts';
import { isDatabaseUnavailable } from './connection-errors.ts';
import { openOwnerPool } from './owner-pool.ts';

const database = await createTestDatabase({ template: 'empty' });
const { sql } = database;
afterAll(() => database.close());
await sql`create table public.things (id int primary key, name text)`;

test('values come back as PostgreSQL has them: exact, and without the time zone of this machine', async () => {
  const [row] = await sql`
    select 12345678901234567890.10::numeric as amount, 9007199254740993::int8 as long, 7::int4 as whole, 0.5::float8 as part,
      date '2026-05-01' as day, timestamptz '2026-05-01 10:00+02' as time, interval '90 minutes' as length, null as nothing,
      '{"a": [1, null]}'::jsonb as json, '\\x00ff'::bytea as bytes, true as yes`;
  expect(row).toEqual({
    amount: '12345678901234567890.10',
    long: '9007199254740993',
    whole: 7,
    part: 0.5,
    nothing: null,
    yes: true,
    day: new Date('2026-05-01T00:00Z'),
    time: new Date('2026-05-01T08:00Z'),
    length: '01:30:00',
    json: { a: [1, null] },
    bytes: Buffer.from([0, 255]),
  });
  const [lists] = await sql`
    select array['a,"b', null] as texts, array[1.10, null] as amounts, array[date '2026-05-01', null] as days,
      array[1, 2] as numbers, array[gen_random_uuid()] as ids`;
  expect(lists).toEqual({
    texts: ['a,"b', null],
    amounts: ['1.10', null],
    days: [new Date('2026-05-01T00:00Z'), null],
    numbers: [1, 2],
    ids: [expect.stringMatching(/^[\da-f-]{36}$/)],
  });
});

test('values arrive as they were given, whatever is in them', async () => {
  const texts = ['a', 'b,"{}\\', ''];
  const time = new Date('2026-05-01T00:00:00.123Z');
  const bytes = Buffer.from([0, 39]);
  const [row] = await sql`
    select ${texts}::text[] as texts, ${time} as time, ${bytes} as bytes, ${null}::text as nothing, ${false} as no,
      ${sql.json({ a: "'", b: [1] })} as json, ${sql.json(null)} as none, ${[]}::int[] as empty`;
  const json = { a: "'", b: [1] };
  expect(row).toEqual({ texts, time, bytes, nothing: null, no: false, json, none: null, empty: [] });
});

test('rows are written and changed by their columns, whose names are quoted', async () => {
  await sql`create table public.odd ("a ""b" int, c text)`;
  const rows = [
    { 'a "b': 1, c: 'x' },
    { 'a "b': 2, c: null },
  ];
  expect((await sql`insert into public.odd ${sql(rows)}`).count).toBe(2);
  const one = sql`where ${sql('a "b')} = ${2}`;
  const { count } = await sql`update ${sql('public.odd')} set ${sql({ c: 'y', 'a "b': 3 })} ${one}`;
  expect(count).toBe(1);
  expect(await sql`select ${sql(['c', 'a "b'])} from public.odd order by 1`).toEqual([rows[0], { c: 'y', 'a "b': 3 }]);
});

test('a statement with an undefined value is not sent', async () => {
  const nothing = undefined as unknown as string;
  await expect(sql`insert into public.things values (1, ${nothing})`).rejects.toThrow('undefined');
  await expect(sql`insert into public.things ${sql({ id: 1, name: nothing })}`).rejects.toThrow('undefined');
  await expect(sql`select ${[nothing]}::text[]`).rejects.toThrow('undefined');
  expect(await sql`select from public.things`).toHaveLength(0);
});

test('a transaction with a failed statement leaves nothing, even when its work goes on', async () => {
  const outcome = sql.begin(async (tx) => {
    await tx`insert into public.things values (1)`;
    await tx`select 1 / 0`.catch(() => undefined);
    await tx`insert into public.things values (2)`;
  });
  await expect(outcome).rejects.toMatchObject({ code: '22012' });
  expect(await sql`select from public.things`).toHaveLength(0);
});

test('a statement that comes after its transaction is rejected', async () => {
  const late = await sql.begin(async (tx) => ({ statement: tx`insert into public.things values (1)` }));
  await expect(late.statement).rejects.toThrow('The transaction of this statement is over');
  const session = await sql.reserve();
  session.close();
  expect(isDatabaseUnavailable(await session`insert into public.things values (1)`.catch((error) => error))).toBe(true);
  expect(await sql`select from public.things`).toHaveLength(0);
});

test('a connection that is left in a transaction is not lent again', async () => {
  const results = (await sql.unsafe('begin; select pg_backend_pid() as pid')) as unknown as { pid: number }[][];
  const { pid = 0 } = results[1]?.[0] ?? {};
  expect(pid).toBeGreaterThan(0);
  await expect.poll(async () => (await sql`select from pg_stat_activity where pid = ${pid}`).length).toBe(0);
});

test('whoever listens hears messages also after the session was ended, and is told of the new one', async () => {
  const listener = openOwnerPool(sql.target, pino({ level: 'silent' }), { max: 1 });
  const heard: string[] = [];
  listener.listen(
    'news',
    (message) => heard.push(message),
    () => heard.push('listening'),
  );
  await expect.poll(() => heard).toEqual(['listening']);
  await sql`notify news, 'first'`;
  await expect.poll(() => heard).toEqual(['listening', 'first']);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'`;
  await expect.poll(() => heard).toEqual(['listening', 'first', 'listening']);
  await sql`notify news, 'second'`;
  await expect.poll(() => heard).toEqual(['listening', 'first', 'listening', 'second']);
  await listener.end();
});
