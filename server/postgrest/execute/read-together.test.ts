import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTurns } from '../../turns.ts';
import { createReader } from './read-together.ts';
import { stepsOf } from './transaction.ts';

// Reads of one statement that came at the same moment: which are sent together, and that each stays its own.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const WHO = `select current_setting('request.jwt.claims')::json ->> 'sub', $1::text`;
const LONG_MS = 60_000;

/** A reader by which so many statements run at once, and how often it has borrowed a connection. */
function openReader({ atOnce = 1, patienceMs = LONG_MS, inTurn = createTurns(atOnce) } = {}) {
  const { pool } = database.callers;
  const borrowed = vi.spyOn(pool, 'connect');
  borrowed.mockClear();
  const read = createReader(pool, inTurn, patienceMs);
  const ask = (text: string, value: string) => {
    const caller = { role: 'authenticated' as const, claims: { role: 'authenticated', sub: `sub of ${value}` } };
    return read(stepsOf({ text, values: [value] }, caller, true));
  };
  return { ask, trips: () => borrowed.mock.calls.length };
}

const numbers = (count: number) => Array.from({ length: count }, (_, nth) => `${nth}`);

test('short reads of one statement go together, each with its own caller and values', async () => {
  const { ask, trips } = openReader();
  await ask(WHO, 'first');
  const answers = await Promise.all(numbers(32).map((nth) => ask(WHO, nth)));
  expect(answers.map((rows) => rows.at(-1))).toEqual(numbers(32).map((nth) => [`sub of ${nth}`, nth]));
  expect(trips()).toBe(3);
});

test('reads of other statements do not wait for them', async () => {
  const { ask, trips } = openReader({ atOnce: 2 });
  const other = `${WHO}, 'other'`;
  const answers = await Promise.all([ask(WHO, '1'), ask(other, '2'), ask(WHO, '3')]);
  expect(answers.map((rows) => rows.at(-1)?.[1])).toEqual(['1', '2', '3']);
  expect(trips()).toBe(3);
});

test('what took long goes by itself', async () => {
  const { ask, trips } = openReader({ atOnce: 5, patienceMs: 20 });
  const slow = `${WHO} from pg_sleep(0.03)`;
  await ask(slow, 'first');
  await Promise.all(numbers(5).map((nth) => ask(slow, nth)));
  expect(trips()).toBe(6);
});

test('each keeps its place among all that wait, whoever takes it along', async () => {
  const places: (() => Promise<unknown>)[] = [];
  const { ask, trips } = openReader({
    inTurn: (work) => new Promise((resolve, reject) => places.push(() => work().then(resolve, reject))),
  });
  const answers = numbers(5).map((nth) => ask(WHO, nth));
  await vi.waitFor(() => expect(places).toHaveLength(5));
  // Of a statement that was never met the first goes alone, of one that is known all go.
  await places[0]?.();
  expect(trips()).toBe(1);
  await places[1]?.();
  expect((await Promise.all(answers)).map((rows) => rows.at(-1)?.[1])).toEqual(numbers(5));
  for (const place of places.slice(2)) await place();
  expect(trips()).toBe(2);
});

test('one that fails takes none of the others with it', async () => {
  const { ask, trips } = openReader();
  const divide = `${WHO}, 1 / $1::int`;
  await ask(divide, '1');
  const answers = await Promise.allSettled(numbers(6).map((nth) => ask(divide, `${Number(nth) % 3}`)));
  const kinds = answers.map((answer) => (answer.status === 'fulfilled' ? 'answered' : answer.reason.code));
  expect(kinds).toEqual(['22012', 'answered', 'answered', '22012', 'answered', 'answered']);
  expect(trips()).toBe(2);
});

test('each of a statement that cannot be prepared hears why', async () => {
  const { ask } = openReader();
  const unknown = `${WHO}, no_such_column`;
  for (const _ of ['first', 'again']) {
    const answers = await Promise.allSettled(numbers(4).map((nth) => ask(unknown, nth)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '42703' } });
  }
});

/** What becomes of four naps that were sent together, when the first of them is ended by a function of PostgreSQL's. */
async function napsEndedBy(end: 'pg_terminate_backend' | 'pg_cancel_backend'): Promise<string[]> {
  const { ask, trips } = openReader();
  const name = randomUUID();
  const nap = `${WHO}, '${name}' from pg_sleep($1::int)`;
  await ask(nap, '0');
  const answers = Promise.allSettled(numbers(4).map(() => ask(nap, '30')));
  await vi.waitFor(async () => {
    const ended = await database.sql`
      select ${database.sql.unsafe(end)}(pid) from pg_stat_activity
      where wait_event = 'PgSleep' and strpos(query, ${name}) > 0 and pid <> pg_backend_pid()`;
    expect(ended).toHaveLength(1);
  });
  const codes = (await answers).map((answer) =>
    answer.status === 'fulfilled' ? 'answered' : (answer.reason.code ?? answer.reason.body.code),
  );
  expect(trips()).toBe(2);
  expect((await ask(nap, '0')).at(-1)?.[1]).toBe('0');
  return codes;
}

test('all that were sent on a connection that is lost hear of it, and the next is answered', async () => {
  expect(await napsEndedBy('pg_terminate_backend')).toEqual(['57P01', 'PGRST001', 'PGRST001', 'PGRST001']);
});

test('when one takes longer than it may, those behind it do not wait as long again', async () => {
  expect(await napsEndedBy('pg_cancel_backend')).toEqual(['57014', 'PGRST001', 'PGRST001', 'PGRST001']);
});

test('no connection to be had is said to each', async () => {
  const { ask } = openReader();
  vi.spyOn(database.callers.pool, 'connect').mockRejectedValueOnce(
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  );
  await expect(ask(WHO, '1')).rejects.toMatchObject({ body: { code: 'PGRST000' } });
  expect((await ask(WHO, '2')).at(-1)?.[1]).toBe('2');
});
