import { beforeAll, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createCast, createSpace, hoursFromNow, reserve } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

beforeAll(async () => {
  // Elsewhere; a map of all zones has so many that their taken spaces are found at once.
  await sql`
    insert into public.parking_zones (name, latitude, longitude) select 'Far ' || n, 19.5, -70.7 from generate_series(1, 101) n`;
});

type Hours = { from: number; to: number };

/**
 * The statuses of a zone's spaces by name and its counts, for a reservation so many hours from now, or for now. The counts are the
 * same on a map of few and of many zones.
 */
async function search(actor: Actor, zoneId: string, reservation: Hours | null) {
  const starts = reservation && hoursFromNow(reservation.from);
  const ends = reservation && hoursFromNow(reservation.to);
  return await as(sql, actor, async (tx) => {
    const spaces = await tx<{ name: string; status: string }[]>`
      select name, status from public.find_spaces(${starts}, ${ends}) where zone_id = ${zoneId} order by name`;
    const [zone] = await tx<{ counts: string }[]>`
      select available_count || ' of ' || space_count as counts from public.find_zones(${starts}, ${ends})
      where id = ${zoneId}`;
    for (const north of [18.5, 20]) {
      const [onMap] = await tx<{ counts: string }[]>`
        select available_count || ' of ' || space_count as counts
        from public.find_map_zones(-71, 18, -69, ${north}, ${starts}, ${ends}) where id = ${zoneId}`;
      expect(onMap).toEqual(zone);
    }
    return { spaces: Object.fromEntries(spaces.map(({ name, status }) => [name, status])), counts: zone?.counts };
  });
}

async function createZone() {
  const { zoneId, spaceId } = await createSpace(sql);
  const add = async (name: string, status: string) => {
    const [space] = await sql<{ id: string }[]>`
      insert into public.parking_spaces (name, zone_id, status) values (${name}, ${zoneId}, ${status}) returning id`;
    return space?.id ?? '';
  };
  return { zoneId, spaceId, add };
}

test('everybody sees what is free for a whole reservation, whoever booked the rest', async () => {
  const { zoneId, spaceId, add } = await createZone();
  await add('A-02', 'available');
  await reserve(sql, cast.ana, { spaceId, from: 30, to: 32 });
  for (const actor of [ANONYMOUS, cast.ana, cast.beto, cast.suspended, cast.admin]) {
    expect(await search(actor, zoneId, { from: 29, to: 31 })).toEqual({
      spaces: { 'A-01': 'reserved', 'A-02': 'available' },
      counts: '1 of 2',
    });
    expect((await search(actor, zoneId, { from: 31, to: 40 })).counts).toBe('1 of 2');
    expect((await search(actor, zoneId, { from: 28, to: 29.9 })).counts).toBe('2 of 2');
    expect((await search(actor, zoneId, { from: 32.1, to: 40 })).counts).toBe('2 of 2');
  }
});

test('a space that is out of service is never free, and one that somebody is on is free later only', async () => {
  const { zoneId, spaceId, add } = await createZone();
  await add('A-02', 'maintenance');
  await add('A-03', 'occupied');
  await reserve(sql, cast.ana, { spaceId, from: -0.5, to: 0.01 });
  const booked = { 'A-01': 'reserved', 'A-02': 'maintenance', 'A-03': 'occupied' };
  // Such a booking is rejected, though nothing overlaps: see reservations.test.ts.
  expect(await search(ANONYMOUS, zoneId, { from: 0.05, to: 3 })).toEqual({ spaces: booked, counts: '0 of 3' });
  expect((await search(ANONYMOUS, zoneId, { from: -0.2, to: 3 })).spaces).toEqual(booked);
  const later = { 'A-01': 'available', 'A-02': 'maintenance', 'A-03': 'available' };
  expect(await search(ANONYMOUS, zoneId, { from: 1, to: 3 })).toEqual({ spaces: later, counts: '2 of 3' });
});
