import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, hoursFromNow, problemOf, readValue, withoutRules } from './as.ts';
import { createReservation, createZone } from './changes-world.ts';
import { openWorld } from './world.ts';

// The timeline of a zone, and who comes and goes today.

const MINUTE = 1 / 60;

const { sql, cast } = await openWorld();
let spaces: string[];
beforeEach(async () => {
  await sql`delete from public.reservations`;
  spaces = await createZone(sql, ['A-10', 'A-2']);
});

const spaceAt = (index: number) => spaces[index] ?? '';
const reserveFor = (from: number, to: number, spaceId = spaceAt(0), driver = cast.ana) =>
  createReservation(sql, driver, { spaceId, from, to });
const zoneOf = (space: string) => readValue<string>(sql`select zone_id from public.parking_spaces where id = ${space}`);
const setStatus = (id: string, status: string, endedAt: Date | null = null) => withoutRules(sql)`
  update public.reservations set status = ${status}, ended_at = ${endedAt},
    held_until = case when ${status} in ('held', 'lapsed') then now() + interval '1 hour' end where id = ${id}`;

describe('the timeline of a zone', () => {
  type Row = { id: string; reservations: { id: string }[] };

  /** From and to in hours from now. */
  async function readTimeline(from: number | string, to: number | string, zone?: string) {
    const now = Date.now();
    const at = (time: number | string) =>
      typeof time === 'number' ? new Date(now + time * 3_600_000).toISOString() : time;
    return as(sql, cast.admin)<Row[]>`
      select * from public.zone_timeline(${zone ?? (await zoneOf(spaceAt(0)))}, ${at(from)}::text::timestamptz, ${at(to)}::text::timestamptz)`;
  }
  /** The ids of the reservations of the first space. */
  const shown = async (from: number, to: number) =>
    (await readTimeline(from, to)).find(({ id }) => id === spaceAt(0))?.reservations.map(({ id }) => id);

  test('has its spaces as people count, each with its reservations in order', async () => {
    const later = await reserveFor(6, 8, spaceAt(0), cast.beto);
    const first = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: 2, to: 4.5, amount: 9 });
    await sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceAt(1)}`;
    const ofFirst = {
      user_name: 'Ana',
      user_email: cast.ana.email,
      total_amount: 9,
      status: 'active',
    };
    expect(await readTimeline(0, 24)).toMatchObject([
      { id: spaceAt(1), name: 'A-2', zone_name: 'Naco', status: 'maintenance', reservations: [] },
      { id: spaceAt(0), name: 'A-10', reservations: [{ id: first.id, ...ofFirst, ended_at: null }, { id: later.id }] },
    ]);
    expect(await readTimeline(0, 24, randomUUID())).toHaveLength(0);
  });

  test('shows what takes the space, not what is cancelled or unpaid', async () => {
    const { id } = await reserveFor(2, 3);
    for (const status of ['cancelled', 'lapsed', 'held', 'completed', 'expired']) {
      await setStatus(id, status);
      expect(await shown(0, 24), status).toEqual(['cancelled', 'lapsed'].includes(status) ? [] : [id]);
    }
  });

  test('shows a driver who has not left until now, one who left early until then, after 31 days too', async () => {
    const { id } = await reserveFor(-6, -3);
    expect([await shown(-1, 2), await shown(1, 2)]).toEqual([[id], []]);
    await setStatus(id, 'completed', hoursFromNow(-4));
    expect([await shown(-3.5, 2), await shown(-5, 2)]).toEqual([[], [id]]);
    const long = await reserveFor(-23 - 744, -23);
    expect(await shown(-1, 2)).toEqual([long.id]);
  });

  test('is of a week at most, and of 500 spaces and one more', async () => {
    expect(await readTimeline(0, 7 * 24)).toHaveLength(2);
    for (const [from, to] of [[0, 7 * 24 + 1] as const, [2, 1] as const, ['-infinity', 'infinity'] as const]) {
      expect(await problemOf(readTimeline(from, to))).toBe('period-out-of-range');
    }
    await sql`
      insert into public.parking_spaces (name, zone_id) select 'B-' || n, ${await zoneOf(spaceAt(0))} from generate_series(1, 600) n`;
    expect(await readTimeline(0, 24)).toHaveLength(501);
  });
});

describe('who comes and goes today', () => {
  const readToday = (zone: string | null = null) =>
    as(sql, cast.admin)<{ movement: string; id: string }[]>`select * from public.todays_reservations(${zone})`;
  const movementsOf = async (id: string) =>
    (await readToday()).filter((row) => row.id === id).map(({ movement }) => movement);
  const arrive = (id: string, minutesAgo: number) =>
    sql`update public.reservations set arrived_at = ${hoursFromNow(-minutesAgo * MINUTE)} where id = ${id}`;

  test.each([
    ['begins within two hours', 1.9, 5, ['arrival']],
    ['begins later', 2.1, 5, []],
    ['has begun and ends much later', -1, 5, ['arrival']],
    ['has begun and ends within two hours', -1, 1.9, ['arrival', 'departure']],
    ['has passed its end', -3, -1, ['departure']],
  ])('a reservation that %s is listed where it belongs', async (_, from, to, movements) => {
    expect(await movementsOf((await reserveFor(from, to)).id)).toEqual(movements);
  });

  test('a reservation goes from the arrivals to the cars inside ten minutes after its arrival, once it has begun', async () => {
    const { id } = await reserveFor(-1, 5);
    for (const minutes of [9, 11]) {
      await arrive(id, minutes);
      expect(await movementsOf(id)).toEqual(minutes < 10 ? ['arrival'] : ['inside']);
    }
    const ahead = await reserveFor(5 * MINUTE, 5, spaceAt(1));
    await arrive(ahead.id, 15);
    expect(await movementsOf(ahead.id)).toEqual(['arrival']);
  });

  test.each(['held', 'lapsed', 'completed', 'cancelled', 'expired'])(
    'a reservation that is %s is not listed',
    async (status) => {
      const { id } = await reserveFor(-1, 1);
      await setStatus(id, status);
      expect(await movementsOf(id)).toEqual([]);
    },
  );

  test('the first arrivals come first, with plate, space and driver, and one more than are shown', async () => {
    const [other = ''] = await createZone(sql, ['B-1']);
    const later = await reserveFor(1, 4);
    const late = await reserveFor(-1, 3, other);
    const vehicle = { vehicle_plate: 'A1', vehicle_name: 'Yaris' };
    await withoutRules(sql)`update public.reservations set ${sql(vehicle)} where id = ${late.id}`;
    const rows = await readToday();
    expect(rows.map(({ id }) => id)).toEqual([late.id, later.id]);
    const place = { space_name: 'B-1', zone_name: 'Naco', arrived_at: null };
    expect(rows[0]).toMatchObject({ user_name: 'Ana', user_email: cast.ana.email, ...place, ...vehicle });
    expect((await readToday(await zoneOf(spaceAt(0)))).map(({ id }) => id)).toEqual([later.id]);
    expect(await readToday(randomUUID())).toEqual([]);
    await withoutRules(sql)`
      insert into public.reservations (user_id, start_time, end_time, total_amount)
      select ${cast.ana.id}, now() - interval '1 hour', now() + interval '1 hour', 0 from generate_series(1, 300)`;
    const movements = Map.groupBy(await readToday(), ({ movement }) => movement);
    expect([movements.get('arrival')?.length, movements.get('departure')?.length]).toEqual([251, 251]);
  });
});
