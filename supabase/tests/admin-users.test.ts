import { expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createCast, refusalOf } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

const summaryFor = async (actor: Actor) => {
  const [row] = await as(sql, actor)`select * from public.admin_user_summary()`;
  return {
    total: Number(row?.total_users),
    today: Number(row?.active_today),
    complete: Number(row?.complete_profiles),
  };
};
const foundBy = async (actor: Actor, words: string) => {
  const rows = await as(sql, actor)<{ user_id: string }[]>`select user_id from public.search_admin_users(${words})`;
  return rows.map(({ user_id }) => user_id);
};
const change = (actor: Actor, values: Record<string, string | Date | null>) =>
  sql`update public.profiles set ${sql(values)} where user_id = ${actor.id}`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('an administrator counts everybody, who was active within 24 hours, and who has both name and phone', async () => {
  expect(await summaryFor(cast.admin)).toEqual({ total: 4, today: 0, complete: 0 });
  await change(cast.ana, { last_activity: hoursAgo(23.9), phone: '+18095550101' });
  await change(cast.beto, { last_activity: hoursAgo(24.1), phone: ' ' });
  await change(cast.suspended, { full_name: null, phone: '+18095550102' });
  expect(await summaryFor(cast.admin)).toEqual({ total: 4, today: 1, complete: 1 });
  await change(cast.ana, { full_name: '  ' });
  expect(await summaryFor(cast.admin)).toEqual({ total: 4, today: 1, complete: 0 });
});

test('a driver counts and finds only themselves, and a visitor is refused', async () => {
  expect(await summaryFor(cast.ana)).toMatchObject({ total: 1 });
  expect(await foundBy(cast.ana, 'parqueo.test')).toEqual([cast.ana.id]);
  expect(await foundBy(cast.ana, 'beto')).toEqual([]);
  expect(await refusalOf(summaryFor(ANONYMOUS))).toBe('42501');
  expect(await refusalOf(foundBy(ANONYMOUS, 'ana'))).toBe('42501');
});

test('words are taken as they stand, not as a pattern', async () => {
  await change(cast.ana, { full_name: '100%_*\\A' });
  await change(cast.beto, { full_name: '100 or more A' });
  for (const words of ['100%', '%_', '_*', '*\\', '\\a']) {
    expect(await foundBy(cast.admin, words), words).toEqual([cast.ana.id]);
  }
});
