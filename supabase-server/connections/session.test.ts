import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../server/testing/database.ts';
import { type Command, Session } from './session.ts';

// The commands that one connection sends in one trip.

const database = await createTestDatabase();
afterAll(() => database.close());
await database.sql.unsafe(
  'create table public.things (id int primary key); grant select, insert on public.things to anon',
);

const command = (text: string, key: string | null = text): Command => ({ text, values: [], key });

async function withSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = await database.callers.pool.connect();
  try {
    return await work(Session.of(client));
  } finally {
    client.release(true);
  }
}

test('commands of one trip are one transaction, of which a failure leaves nothing', async () => {
  await withSession(async (session) => {
    const both = [command('insert into public.things values (1)'), command('select 1 / 0')];
    await expect(session.run(both)).rejects.toMatchObject({ code: '22012' });
    expect(session.isReusable).toBe(true);
    expect(await session.run([command('select count(*) from public.things')])).toEqual([['0']]);
  });
});

test('commands of a failed trip can be sent again, whichever of them was prepared', async () => {
  await withSession(async (session) => {
    const failing = command('select 1 / (select count(*) from public.things)');
    for (const _ of [1, 2, 3]) {
      await expect(session.run([failing, command('select 2')])).rejects.toMatchObject({ code: '22012' });
    }
    expect(await session.run([command('select 2')])).toEqual([['2']]);
    await expect(session.run([command('select nonsense')])).rejects.toMatchObject({ code: '42703' });
    await expect(session.run([command('select nonsense')])).rejects.toMatchObject({ code: '42703' });
  });
});

test('a connection keeps at most a hundred statements prepared, those used last', async () => {
  await withSession(async (session) => {
    for (let n = 0; n < 150; n += 1) await session.run([command('select 1', 'often'), command(`select ${n}`)]);
    const prepared = await session.run([
      command(
        `select count(*), bool_or(statement = 'select 149'), bool_or(statement = 'select 1') from pg_prepared_statements`,
        null,
      ),
    ]);
    expect(prepared).toEqual([['100', 't', 't']]);
  });
});
