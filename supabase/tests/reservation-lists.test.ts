import { beforeAll, expect, test } from 'vitest';
import { type Actor, as, createCast, createSpace } from './as.ts';
import { openDatabase } from './world.ts';

const STRANGERS_RESERVATIONS = 20_000;
const OWN_PAST = 400;
const OWN_UPCOMING = 5;

const sql = await openDatabase();
const cast = await createCast(sql);

beforeAll(async () => {
  const { spaceId } = await createSpace(sql);
  // Straight into the table, as the triggers would take minutes for so many.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const reservations = async (person: Actor, status: string, { from, to }: { from: number; to: number }) => tx`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, status)
      select ${person.id}, ${spaceId}, now() + n * interval '1 hour', now() + (n + 1) * interval '1 hour', ${status}
      from generate_series(${from}::int, ${to}::int) n`;
    await reservations(cast.beto, 'completed', { from: -STRANGERS_RESERVATIONS, to: -2 });
    await reservations(cast.beto, 'active', { from: OWN_UPCOMING + 1, to: STRANGERS_RESERVATIONS });
    await reservations(cast.ana, 'completed', { from: -OWN_PAST, to: -2 });
    await reservations(cast.ana, 'active', { from: 1, to: OWN_UPCOMING });
  });
  await sql`analyze public.reservations`;
});

/** How many rows PostgreSQL looked at to answer, and by which index. */
async function workOf(query: string): Promise<{ index: string | undefined; rowsRead: number }> {
  const [row] = await as(sql, cast.ana, (tx) => tx.unsafe(`explain (analyze, format json) ${query}`));
  const nodes: Record<string, unknown>[] = [];
  const collect = (node: Record<string, unknown>) => {
    nodes.push(node);
    for (const child of (node.Plans ?? []) as Record<string, unknown>[]) collect(child);
  };
  collect(row?.['QUERY PLAN'][0].Plan);
  const scan = nodes.find((node) => String(node['Node Type']).includes('Index'));
  const rowsRead = nodes
    .filter((node) => String(node['Node Type']).includes('Scan'))
    .reduce((sum, node) => sum + Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0), 0);
  return { index: scan?.['Index Name'] as string | undefined, rowsRead };
}

test('a page of past reservations is read from the person’s own index, whatever others have booked', async () => {
  const work = await workOf(`
    select id from public.reservations
    where user_id = '${cast.ana.id}' and (end_time < now() or status in ('completed', 'cancelled'))
      and start_time <= now() - interval '200 hours'
    order by start_time desc, id desc limit 20`);
  expect(work.index).toBe('reservations_of_person');
  expect(work.rowsRead).toBeLessThan(OWN_PAST);
});

test('upcoming reservations are read from the person’s own index without looking at the past ones', async () => {
  const work = await workOf(`
    select id from public.reservations
    where user_id = '${cast.ana.id}' and status = 'active' and start_time >= now()
    order by start_time, id`);
  expect(work.index).toBe('reservations_of_person');
  expect(work.rowsRead).toBe(OWN_UPCOMING);
});
