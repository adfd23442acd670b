import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import {
  type Actor,
  ANONYMOUS,
  addVehicle,
  as,
  createCast,
  createPastReservation,
  createSpace,
  hoursFromNow,
  problemOf,
  reserve,
} from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

describe('the zones of the map', () => {
  beforeEach(async () => {
    await sql`delete from public.reservations`;
    await sql`delete from public.parking_spaces`;
    await sql`delete from public.parking_zones`;
  });

  const CITY = { west: -70, south: 18, east: -69, north: 19 };
  const NOWHERE = { west: null, south: null, east: null, north: null };
  const MALL = { lat: 18.483, lng: -69.94 };
  const KM_IN_DEGREES = 1 / 111.195;

  type Zone = { price?: number; amenities?: Record<string, boolean>; km?: number | null; isFull?: boolean };

  /** A zone with a space, so many km north of the mall; without km it has no position. */
  async function addZone(
    name: string,
    { price = 5, amenities = {}, km = 0, isFull = false }: Zone = {},
  ): Promise<string> {
    const latitude = km === null ? null : MALL.lat + km * KM_IN_DEGREES;
    const [zone] = await sql<{ id: string }[]>`
    insert into public.parking_zones (name, price_per_hour, amenities, latitude, longitude)
    values (${name}, ${price}, ${sql.json(amenities)}, ${latitude}, ${km === null ? null : MALL.lng}) returning id`;
    const [space] = await sql<{ id: string }[]>`
    insert into public.parking_spaces (name, zone_id, hourly_rate, status)
    values ('A-01', ${zone?.id ?? ''}, null, ${isFull ? 'maintenance' : 'available'}) returning id`;
    return space?.id ?? '';
  }

  type Search = {
    bounds?: typeof CITY | typeof NOWHERE;
    reservation?: { from: number; to: number };
    near?: typeof MALL;
    wanted?: Record<string, boolean>;
  };

  type Found = { name: string; sheet_place: number | null; counts: string };

  async function find(actor: Actor, { bounds = CITY, reservation, near, wanted }: Search = {}): Promise<Found[]> {
    const { west, south, east, north } = bounds;
    const json = (tx: Sql) => (wanted === undefined ? null : tx.json(wanted));
    const rows = await as(
      sql,
      actor,
      (tx) => tx<Found[]>`
      select name, sheet_place, available_count || ' of ' || space_count as counts
      from public.find_map_zones(
        ${west}, ${south}, ${east}, ${north}, ${reservation ? hoursFromNow(reservation.from) : null}, ${reservation ? hoursFromNow(reservation.to) : null},
        ${near?.lat ?? null}, ${near?.lng ?? null}, ${near ? 2 : null}, ${json(tx as unknown as Sql)}
      )
      order by name`,
    );
    return [...rows];
  }

  async function listSheet(search: Search = {}, actor: Actor = ANONYMOUS): Promise<string[]> {
    const zones = (await find(actor, search)).filter(({ sheet_place }) => sheet_place !== null);
    const sorted = zones.toSorted((a, b) => Number(a.sheet_place) - Number(b.sheet_place));
    expect(sorted.map(({ sheet_place }) => sheet_place)).toEqual(sorted.map((_, index) => index + 1));
    return sorted.map(({ name }) => name);
  }

  test('the sheet has five zones: those with a free space, then the cheapest, then by name as people count', async () => {
    await addZone('Full', { price: 1, isFull: true });
    await addZone('Zone 10', { price: 3 });
    await addZone('zone 9', { price: 3 });
    expect(await listSheet()).toEqual(['zone 9', 'Zone 10', 'Full']);
    await addZone('Free of charge', { price: 0 });
    await addZone('Dear', { price: 9 });
    expect(await listSheet()).toEqual(['Free of charge', 'zone 9', 'Zone 10', 'Dear', 'Full']);
    await addZone('Between', { price: 4 });
    expect(await listSheet()).toEqual(['Free of charge', 'zone 9', 'Zone 10', 'Between', 'Dear']);
  });

  test('with a place the sheet has only zones near it, unless none is, the nearest first', async () => {
    await addZone('Far', { price: 1, km: 2.1 });
    expect(await listSheet({ near: MALL })).toEqual(['Far']);
    await addZone('Near and full', { km: 0.5, isFull: true });
    expect(await listSheet({ near: MALL })).toEqual(['Near and full']);
    await addZone('Near', { price: 9, km: 1.9 });
    expect(await listSheet({ near: MALL })).toEqual(['Near', 'Near and full']);
    await addZone('Nearer', { price: 20, km: 1 });
    expect(await listSheet({ near: MALL })).toEqual(['Nearer', 'Near', 'Near and full']);
    expect(await listSheet()).toEqual(['Far', 'Near', 'Nearer', 'Near and full']);
  });

  test('the sheet has only zones with all wanted amenities, near the place or not; the pins stay', async () => {
    await addZone('Roofed', { price: 1, amenities: { roofed: true, security: false } });
    await addZone('Both', { price: 9, km: 5, amenities: { roofed: true, security: true } });
    await addZone('Without', { price: 1 });
    const wanted = { roofed: true, security: true };
    expect(await listSheet({ wanted: { roofed: true } })).toEqual(['Roofed', 'Both']);
    expect(await listSheet({ wanted })).toEqual(['Both']);
    expect(await listSheet({ wanted, near: MALL })).toEqual(['Both']);
    expect(await listSheet({ wanted: { valet_service: true } })).toEqual([]);
    expect(await listSheet({ wanted: {} })).toHaveLength(3);
    expect(await find(ANONYMOUS, { wanted })).toHaveLength(3);
  });

  test('the map has the zones within its bounds, and those of the sheet wherever they are', async () => {
    await addZone('Elsewhere', { price: 1, km: 200 });
    await addZone('Without a position', { price: 2, km: null });
    for (const number of [3, 4, 5, 6]) await addZone(`In the city ${number}`, { price: number });
    const names = (zones: Found[]) => zones.map(({ name }) => name);
    const inCity = ['In the city 3', 'In the city 4', 'In the city 5', 'In the city 6'];
    expect(names(await find(ANONYMOUS))).toEqual(['Elsewhere', ...inCity, 'Without a position']);
    const sheet = ['Elsewhere', 'Without a position', 'In the city 3', 'In the city 4', 'In the city 5'];
    expect(await listSheet({ bounds: NOWHERE })).toEqual(sheet);
    expect(await find(ANONYMOUS, { bounds: NOWHERE })).toHaveLength(5);
    expect(names(await find(ANONYMOUS, { near: MALL }))).toEqual(inCity);
  });
});

describe('the rates of a zone', () => {
  async function readRates(zoneId: string): Promise<[number, number]> {
    const [zone] = await sql`select lowest_rate, highest_rate from public.parking_zones where id = ${zoneId}`;
    return [Number(zone?.lowest_rate), Number(zone?.highest_rate)];
  }

  /** Adds spaces of these rates in one statement, as an administrator. */
  const addSpaces = (zoneId: string, rates: (number | null)[]) =>
    as(sql, cast.admin)`
      insert into public.parking_spaces ${sql(rates.map((hourly_rate) => ({ name: 'B', zone_id: zoneId, hourly_rate })))}`;

  test('are the lowest and the highest that its spaces cost, else its own price, and 5 dollars where none is set', async () => {
    const { zoneId, spaceId } = await createSpace(sql, { hourlyRate: 0, zonePrice: 8 });
    await addSpaces(zoneId, [5, 12.5]);
    expect(await readRates(zoneId)).toEqual([0, 12.5]);
    await sql`delete from public.parking_spaces where id = ${spaceId}`;
    await addSpaces(zoneId, [null]);
    expect(await readRates(zoneId)).toEqual([5, 12.5]);
    for (const price of [3, null]) {
      await sql`update public.parking_zones set price_per_hour = ${price} where id = ${zoneId}`;
      expect(await readRates(zoneId)).toEqual([price ?? 5, 12.5]);
    }
    await sql`delete from public.parking_spaces where zone_id = ${zoneId}`;
    await sql`update public.parking_zones set price_per_hour = 8 where id = ${zoneId}`;
    expect(await readRates(zoneId)).toEqual([8, 8]);
  });

  test('follow a space, in both zones, that moves or gets another rate', async () => {
    const from = await createSpace(sql, { hourlyRate: 2, zonePrice: 7 });
    const to = await createSpace(sql, { hourlyRate: 6, zonePrice: 7 });
    await sql`update public.parking_spaces set zone_id = ${to.zoneId} where id = ${from.spaceId}`;
    expect([await readRates(from.zoneId), await readRates(to.zoneId)]).toEqual([
      [7, 7],
      [2, 6],
    ]);
    await sql`update public.parking_spaces set hourly_rate = 4 where id = ${from.spaceId}`;
    expect(await readRates(to.zoneId)).toEqual([4, 6]);
  });
});

describe('a search for a reservation', () => {
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

  async function createZoneWithSpace() {
    const { zoneId, spaceId } = await createSpace(sql);
    const add = async (name: string, status: string) => {
      const [space] = await sql<{ id: string }[]>`
        insert into public.parking_spaces (name, zone_id, status) values (${name}, ${zoneId}, ${status}) returning id`;
      return space?.id ?? '';
    };
    return { zoneId, spaceId, add };
  }

  test('everybody sees what is free for a whole reservation, whoever booked the rest', async () => {
    const { zoneId, spaceId, add } = await createZoneWithSpace();
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
    const { zoneId, spaceId, add } = await createZoneWithSpace();
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

  test('where drivers end their reservations, a space that one did not leave is kept back for two hours, but for them', async () => {
    const { zoneId, spaceId, add } = await createZoneWithSpace();
    const forgotten = await add('A-02', 'available');
    await createPastReservation(sql, cast.ana, { spaceId, endedHoursAgo: 1.9, status: 'active' });
    await createPastReservation(sql, cast.ana, { spaceId: forgotten, endedHoursAgo: 2.1, status: 'active' });
    const now = { from: 0.02, to: 3 };
    expect((await search(ANONYMOUS, zoneId, now)).counts).toBe('2 of 2');
    await writeInstallation(sql, { samples: false });
    expect(await search(ANONYMOUS, zoneId, now)).toEqual({
      spaces: { 'A-01': 'reserved', 'A-02': 'available' },
      counts: '1 of 2',
    });
    expect((await search(ANONYMOUS, zoneId, { from: 1, to: 3 })).counts).toBe('2 of 2');
    await sql`update public.profiles set wallet_balance = 1000`;
    for (const driver of [cast.ana, cast.beto]) await addVehicle(sql, driver);
    const book = (driver: Actor, space: string) =>
      as(sql, driver)`
        insert into public.reservations (user_id, parking_space_id, start_time, end_time, vehicle_id, payment_method)
        values (${driver.id}, ${space}, ${hoursFromNow(0.02)}, ${hoursFromNow(3)},
          (select id from public.vehicles where user_id = ${driver.id}), 'wallet')`;
    expect(await problemOf(book(cast.beto, spaceId))).toBe('space-taken');
    await book(cast.beto, forgotten);
    await book(cast.ana, spaceId);
  });
});
