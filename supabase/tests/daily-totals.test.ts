import { beforeEach, expect, test } from 'vitest';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import { createPastReservation, createSpace, hoursFromNow } from './as.ts';
import { postRevenue } from './money-world.ts';
import { openWorld } from './world.ts';

// The totals of past days are those of the rows, whatever happens to the rows later.

const HOURS = 24;

const { sql, cast } = await openWorld();
let space: { zoneId: string; spaceId: string };
let overdue: string;

beforeEach(async () => {
  space = await createSpace(sql);
  await createPastReservation(sql, cast.ana, { ...space, endedHoursAgo: 2 * HOURS });
  await createPastReservation(sql, cast.ana, { ...space, endedHoursAgo: 3 * HOURS, status: 'cancelled' });
  await createPastReservation(sql, cast.beto, { ...space, endedHoursAgo: 4 * HOURS, status: 'expired' });
  overdue = await createPastReservation(sql, cast.beto, { ...space, endedHoursAgo: 2 * HOURS + 2, status: 'active' });
  // Stays of the past are written without triggers.
  await sql`select private.rebuild_daily_totals()`;
});

/** Totals of the days before today, counted from the rows. */
const countRows = (sql: Pick<Sql, 'unsafe'>) =>
  sql.unsafe(`
    select d.day::text,
      (select count(*) from public.reservations r
        where r.status in ('active', 'completed', 'expired') and (r.start_time at time zone 'America/Santo_Domingo')::date = d.day
      ) as reservations,
      (select count(*) from public.reservations r
        where (r.status = 'expired' or r.status = 'completed' and r.ended_at > r.end_time + interval '5 minutes')
          and (r.start_time at time zone 'America/Santo_Domingo')::date = d.day
      ) as late_ends,
      (select coalesce(sum(e.amount), 0)::numeric(14, 2)
        from public.ledger_entries e
        join public.ledger_accounts a on a.id = e.account_id and a.kind in ('deferred', 'revenue', 'tax', 'tax_expense')
        join public.ledger_transactions t on t.id = e.transaction_id
        where (t.created_at at time zone 'America/Santo_Domingo')::date = d.day
      ) as net,
      (select jsonb_object_agg(coalesce(z.zone_id::text, 'none'), z.reservations) from (
        select s.zone_id, count(*) as reservations from public.reservations r left join public.parking_spaces s on s.id = r.parking_space_id
        where r.status in ('active', 'completed', 'expired') and (r.start_time at time zone 'America/Santo_Domingo')::date = d.day
        group by s.zone_id
      ) z) as zones
    from generate_series(now() - interval '10 days', now() - interval '1 day', interval '1 day') g,
      lateral (select (g at time zone 'America/Santo_Domingo')::date as day) d
    order by d.day`);

const readTotals = (sql: Pick<Sql, 'unsafe'>) =>
  sql.unsafe(`
    with range as (
      select private.country_day(now() - interval '10 days') as first_day, private.country_day(now()) - 1 as last_day
    )
    select d.day::text, coalesce(sum(t.reservations), 0)::bigint as reservations, coalesce(sum(t.late_ends), 0)::bigint as late_ends,
      (select sum(r.charged - r.given_back) from private.read_daily_revenue(d.day, d.day) r) as net,
      jsonb_object_agg(coalesce(t.zone_id::text, 'none'), t.reservations) filter (where t.reservations > 0) as zones
    from range cross join private.list_days(range.first_day, range.last_day) d
    left join private.read_daily_reservations(range.first_day, range.last_day) t on t.day = d.day group by d.day order by d.day`);

const addUp = async () => {
  const [row] = await sql<{ days: number }[]>`select private.add_up_days() as days`;
  return row?.days;
};

const CHANGES: Record<string, (tx: TransactionSql) => Promise<unknown>> = {
  'a stay is completed late': (tx) => tx`update public.reservations set status = 'completed' where id = ${overdue}`,
  'a stay is cancelled': (tx) => tx`update public.reservations set status = 'cancelled' where id = ${overdue}`,
  'money is posted for yesterday': (tx) => postRevenue(tx as unknown as Sql, hoursFromNow(-24)),
  'the space moves to another zone': async (tx) => {
    const [zone] = await tx<{ id: string }[]>`insert into public.parking_zones (name) values ('Piantini') returning id`;
    await tx`update public.parking_spaces set zone_id = ${zone?.id ?? ''} where id = ${space.spaceId}`;
  },
  'the zone is deleted': (tx) => tx`delete from public.parking_zones where id = ${space.zoneId}`,
  'the account of the driver is deleted': (tx) => tx`delete from public.profiles where user_id = ${cast.beto.id}`,
};

test('past days are added up once, and have the totals of their rows', async () => {
  expect(await readTotals(sql)).toEqual(await countRows(sql));
  expect(await addUp()).toBe(0);
});

test.each(Object.entries(CHANGES))('when %s, the totals follow at once and are stored anew', async (_, change) => {
  const before = await readTotals(sql);
  await sql.begin(change);
  const counted = await countRows(sql);
  expect(await readTotals(sql)).toEqual(counted);
  await addUp();
  expect(await sql`select day from private.changed_days`).toEqual([]);
  expect(await readTotals(sql)).toEqual(counted);
  expect(before).toHaveLength(counted.length);
});

test('a change that is committed after its day was added up is not lost', async () => {
  const changing = Promise.withResolvers<void>();
  const added = Promise.withResolvers<void>();
  const change = sql.begin(async (tx) => {
    await tx`update public.reservations set status = 'completed' where id = ${overdue}`;
    changing.resolve();
    await added.promise;
  });
  await changing.promise;
  await sql`delete from private.daily_revenue`;
  expect(await addUp()).toBe(30);
  added.resolve();
  await change;
  expect(await readTotals(sql)).toEqual(await countRows(sql));
  expect(await addUp()).toBe(30);
  expect(await readTotals(sql)).toEqual(await countRows(sql));
});

test('the revenue of a day that lasts is counted as it grows, and none of it twice', async () => {
  const readNet = async () => {
    const [row] = await sql`
      select (select sum(charged - given_back) from private.read_daily_revenue(d.today - 1, d.today)) as read,
        (select sum(e.amount) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
          join public.ledger_transactions t on t.id = e.transaction_id
          where a.kind in ('deferred', 'revenue', 'tax', 'tax_expense') and t.created_at >= private.start_of_day(d.today - 1)) as posted
      from (select private.country_day(now()) as today) d`;
    expect(row?.read).toBe(row?.posted);
  };
  for (const minutesAgo of [0, 1, 9, 11, 30, 0]) {
    await postRevenue(sql, hoursFromNow(-minutesAgo / 60));
    await readNet();
    await addUp();
    await readNet();
  }
});
