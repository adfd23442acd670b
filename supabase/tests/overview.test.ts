import { beforeEach, expect, test } from 'vitest';
import { as, createPastReservation, createSpace, problemOf, reserve, withoutRules } from './as.ts';
import { bookPaidReservation, chargeDrivers, endReservation } from './paid-reservations.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
beforeEach(
  () => withoutRules(sql)`
    truncate public.reservations, public.parking_spaces, private.daily_reservations, private.daily_revenue cascade`,
);

const read = (query: string) => as(sql, cast.admin, (tx) => tx.unsafe(query));

const LAST_30_DAYS = `(now() at time zone 'America/Santo_Domingo')::date - 29, (now() at time zone 'America/Santo_Domingo')::date`;

/** A reservation of yesterday that was ended so long after its time. */
async function endMinutesLate(spaceId: string, minutes: number): Promise<string> {
  const id = await createPastReservation(sql, cast.ana, { spaceId, endedHoursAgo: 30 });
  await withoutRules(sql)`
    update public.reservations set ended_at = end_time + ${`${minutes} minutes`}::interval where id = ${id}`;
  return id;
}

test('an administrator reads how many spaces are free, in use and out of service', async () => {
  const spaces = await Promise.all(Array.from({ length: 4 }, () => createSpace(sql)));
  await sql`update public.parking_spaces set status = 'maintenance' where id = ${spaces[0]?.spaceId ?? ''}`;
  await sql`update public.parking_spaces set status = 'occupied' where id = ${spaces[1]?.spaceId ?? ''}`;
  await reserve(sql, cast.ana, { spaceId: spaces[2]?.spaceId ?? '', from: 0, to: 2 });
  await sql`select private.refresh_status_of(array(select id from public.parking_spaces))`;
  expect(await read('select * from public.overview_spaces()')).toEqual([
    { free: '1', in_use: '2', out_of_service: '1' },
  ]);
});

test('each full hour of today has the spaces in use at that moment, as the rows have', async () => {
  const first = await createSpace(sql);
  const second = await createSpace(sql);
  await createPastReservation(sql, cast.ana, { ...first, endedHoursAgo: 1 });
  await reserve(sql, cast.ana, { ...first, from: 0, to: 3 });
  await createPastReservation(sql, cast.ana, { ...(await createSpace(sql)), endedHoursAgo: 0.2 });
  await reserve(sql, cast.beto, { ...second, from: 1, to: 2 });
  await createPastReservation(sql, cast.beto, { ...second, endedHoursAgo: 2, status: 'cancelled' });
  const hours = await read('select * from public.overview_hours()');
  const rows = await read(`
    select h.hour, (
      select count(*) from public.admin_reservations r where r.start_time <= h.hour and r.left_at > h.hour
    ) as in_use
    from public.overview_hours() h order by h.hour`);
  expect(hours).toHaveLength(24);
  expect(hours).toEqual(rows);
  expect(hours.some(({ in_use }) => in_use !== '0')).toBe(true);
});

test('zones are sorted by reserved hours, with what belongs to none', async () => {
  const busy = await createSpace(sql);
  const quiet = await createSpace(sql);
  const gone = await createSpace(sql);
  await createPastReservation(sql, cast.ana, { ...busy, endedHoursAgo: 50 });
  await createPastReservation(sql, cast.ana, { ...busy, endedHoursAgo: 60 });
  await createPastReservation(sql, cast.ana, { ...quiet, endedHoursAgo: 50 });
  await createPastReservation(sql, cast.ana, { ...quiet, endedHoursAgo: 70, status: 'cancelled' });
  await createPastReservation(sql, cast.ana, { ...gone, endedHoursAgo: 50 });
  await createPastReservation(sql, cast.ana, { ...gone, endedHoursAgo: 40 * 24 });
  await sql`update public.parking_spaces set zone_id = null where id = ${gone.spaceId}`;
  const zones = await read(
    `select zone_id, name, spaces, reservations, hours from public.overview_zones(${LAST_30_DAYS})`,
  );
  expect(zones[0]).toEqual({ zone_id: busy.zoneId, name: 'Naco', spaces: '1', reservations: '2', hours: '2.00' });
  expect(zones).toHaveLength(3);
  expect(zones).toContainEqual({ zone_id: quiet.zoneId, name: 'Naco', spaces: '1', reservations: '1', hours: '1.00' });
  expect(zones).toContainEqual({ zone_id: null, name: null, spaces: '1', reservations: '1', hours: '1.00' });
});

test('late is what ended more than five minutes after its time, and what nobody ended', async () => {
  const { spaceId } = await createSpace(sql);
  await endMinutesLate(spaceId, 4);
  const late = await endMinutesLate(spaceId, 20);
  const expired = await createPastReservation(sql, cast.beto, { spaceId, endedHoursAgo: 30, status: 'expired' });
  const days = await read(`select * from public.overview_late_ends(${LAST_30_DAYS}) where reservations > 0`);
  expect(days).toEqual([{ day: expect.any(Date), reservations: '3', late_ends: '2', late_minutes: '20' }]);
  const rows = await read('select id from public.admin_reservations where ended_late order by id');
  expect(rows.map(({ id }) => id)).toEqual([late, expired].toSorted());
});

test('this month so far is compared with the same days of the month before', async () => {
  await chargeDrivers(sql);
  const { spaceId } = await createSpace(sql);
  await bookPaidReservation(sql, cast.ana);
  const [month] = await as(sql, cast.admin)<
    { first_day: Date; last_day: Date; earlier_first_day: Date; earlier_last_day: Date }[]
  >`
    select * from public.overview_months()`;
  if (month === undefined) throw new Error('There is no month');
  const [days] = await sql`
    select first_day = date_trunc('month', last_day)::date as begins, last_day = private.country_day(now()) as is_today,
      earlier_first_day = (first_day - interval '1 month')::date as begins_before,
      extract(day from earlier_last_day) = least(
        extract(day from last_day), extract(day from first_day - interval '1 day')
      ) as ends_before
    from (select ${month.first_day}::date first_day, ${month.last_day}::date last_day,
      ${month.earlier_first_day}::date earlier_first_day, ${month.earlier_last_day}::date earlier_last_day) d`;
  expect(days).toEqual({ begins: true, is_today: true, begins_before: true, ends_before: true });
  const [people] = await sql`select count(*) from public.profiles`;
  const users = { users: people?.count, new_users: people?.count, earlier_new_users: '0' };
  expect(month).toMatchObject({ ...users, reservations: '1', revenue: '590.00', earlier_revenue: '0.00' });
  // A day that the month before had as well.
  const reservation = await createPastReservation(sql, cast.ana, { spaceId });
  await withoutRules(sql)`
      update public.reservations set start_time = ${month.earlier_first_day}::date + interval '12 hours',
        end_time = ${month.earlier_first_day}::date + interval '14 hours' where id = ${reservation}`;
  expect((await read('select * from public.overview_months()'))[0]).toMatchObject({ earlier_reservations: '1' });
});

test('the reservations behind a revenue are those for which money moved in its days', async () => {
  await chargeDrivers(sql);
  const reservation = await bookPaidReservation(sql, cast.ana, { from: 24 });
  await endReservation(sql, cast.ana, reservation, 'cancelled');
  await createPastReservation(sql, cast.ana, await createSpace(sql));
  const find = (words = '') => read(`select id, status from public.charged_reservations(${LAST_30_DAYS}, '${words}')`);
  expect(await find()).toEqual([{ id: reservation, status: 'cancelled' }]);
  expect(await find('nobody')).toEqual([]);
  expect(await find(cast.ana.email ?? '')).toHaveLength(1);
});

test.each(['overview_zones', 'overview_late_ends', 'charged_reservations', 'revenue_by_day'])(
  '%s rejects days that are no range',
  async (name) => {
    for (const days of [
      `'2026-03-02', '2026-03-01'`,
      `'2025-01-01', '2026-03-01'`,
      `'-infinity', '2026-03-01'`,
      `'2026-03-01', 'infinity'`,
      `null, '2026-03-01'`,
    ]) {
      expect(await problemOf(read(`select * from public.${name}(${days})`))).toBe('days-out-of-range');
    }
  },
);
