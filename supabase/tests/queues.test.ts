import { expect, test } from 'vitest';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
await sql.unsafe(`
  create table private.errands (
    id integer primary key, is_open boolean not null default true, attempts integer not null default 0,
    next_attempt_at timestamptz not null default now());
  insert into private.queues values ('errands', 'private.errands', '1 minute', '1 hour', 'is_open')`);
const add = (count: number) => sql`insert into private.errands (id) select generate_series(1, ${count}::int)`;
const claim = (most = 100, also = 'true') => sql<{ id: number; minutes: number }[]>`
  select id, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
  from private.claim(null::private.errands, ${most}, ${also})`;
const setDue = (minutesAgo = 0) =>
  sql`update private.errands set next_attempt_at = now() - make_interval(mins => ${minutesAgo})`;
const readAges = async () =>
  Object.fromEntries(
    (await sql<{ queue: string; seconds: number }[]>`select * from private.list_queue_ages()`).map(
      ({ queue, seconds }) => [queue, Math.round(seconds)],
    ),
  );

test('what is claimed is lent to one worker, at most as much as it asks for, and only what is open', async () => {
  await add(20);
  await sql`update private.errands set is_open = false where id > 17`;
  const claims = await Promise.all([claim(5), claim(5), claim(5, 'id <> 3'), claim(5, 'id <> 3')]);
  const ids = [...claims, await claim()].flat().map(({ id }) => id);
  expect(Math.max(...claims.map(({ length }) => length))).toBe(5);
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});

test('what nobody closes is due again after a pause, which doubles up to the longest', async () => {
  await sql`delete from private.errands`;
  await add(1);
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    pauses.push(...(await claim()).map(({ minutes }) => minutes));
    expect(await claim()).toEqual([]);
    await setDue();
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('the age of a queue is that of what is open and was due first', async () => {
  await setDue(5);
  expect(await readAges()).toMatchObject({ errands: 300, mail: 0, fiscal_voids: 0 });
  await sql`update private.errands set is_open = false`;
  expect(await readAges()).toMatchObject({ errands: 0 });
});

test('each queue hands out rows of its table, after pauses of its own', async () => {
  const queues = await sql<{ queue: string; table: string; pauses: string }[]>`
    select queue, work_table as table, concat_ws(' ', first_pause, longest_pause) as pauses from private.queues`;
  for (const { table } of queues)
    expect(await sql.unsafe(`select * from private.claim(null::${table}, 1)`)).toEqual([]);
  expect(Object.fromEntries(queues.map(({ queue, pauses }) => [queue, pauses]))).toMatchObject({
    payments: '00:02:00 01:00:00',
    refunds: '00:10:00 1 day',
    fiscal: '00:02:00 00:02:00',
  });
});
