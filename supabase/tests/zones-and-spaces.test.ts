import { describe, expect, test } from 'vitest';
import { as, createCast, createSpace, one, problemOf, refusalOf, reserve } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const { ana, admin } = await createCast(sql);
const readSpace = (id: string) =>
  one(sql`select zone_id, zone_name, kavass_device_id, updated_at from public.parking_spaces where id = ${id}`);

test('the list of administrators tells how many spaces a zone has, also when it has none', async () => {
  const { zoneId } = await createSpace(sql);
  await sql`insert into public.parking_spaces (name, zone_id) values ('A-02', ${zoneId}), ('B-01', null)`;
  const [empty] = await sql`insert into public.parking_zones (name) values ('Vacía') returning id`;
  expect(await as(sql, admin)`select id, space_count from public.admin_zones order by space_count`).toEqual([
    { id: empty?.id, space_count: 0 },
    { id: zoneId, space_count: 2 },
  ]);
});

test('the zone name of a space is the name of its zone, whatever was sent, and goes with the zone', async () => {
  const { zoneId } = await createSpace(sql);
  const [space] = await as(sql, admin)<{ id: string; zone_name: string }[]>`
    insert into public.parking_spaces (name, zone_id, zone_name) values ('C-01', ${zoneId}, 'Invented') returning id, zone_name`;
  expect(space?.zone_name).toBe('Naco');
  await as(sql, admin)`update public.parking_zones set name = 'Naco Sur' where id = ${zoneId}`;
  expect((await readSpace(space?.id ?? ''))?.zone_name).toBe('Naco Sur');
  await as(sql, admin)`delete from public.parking_zones where id = ${zoneId}`;
  expect(await readSpace(space?.id ?? '')).toMatchObject({ zone_id: null, zone_name: null });
});

test.each([
  ['parking_zones', 'rating', '5.1'],
  ['parking_zones', 'price_per_hour', '-1'],
  ['parking_zones', 'price_per_hour', '10000.01'],
  ['parking_zones', 'price_per_hour', `'NaN'`],
  ['parking_zones', 'latitude', '91'],
  ['parking_zones', 'amenities', '\'{"roofed": "<b>yes</b>"}\''],
  ['parking_zones', 'amenities', "'[]'"],
  ['parking_spaces', 'hourly_rate', '-1'],
  ['parking_spaces', 'hourly_rate', '10000.01'],
  ['parking_spaces', 'hourly_rate', `'NaN'`],
])('%s take no %s of %s', async (table, column, value) => {
  await createSpace(sql);
  const attempt = as(sql, admin, (tx) => tx.unsafe(`update public.${table} set ${column} = ${value}`));
  expect(await refusalOf(attempt)).toBe('23514');
});

test('a space that a driver still counts on cannot be deleted', async () => {
  const { spaceId } = await createSpace(sql);
  const { id } = await reserve(sql, ana, { spaceId, from: 1, to: 2 });
  const remove = () => as(sql, admin)`delete from public.parking_spaces where id = ${spaceId} returning id`;
  expect(await refusalOf(remove())).toBe('23503');
  await as(sql, ana)`update public.reservations set status = 'cancelled' where id = ${id}`;
  expect(await remove()).toHaveLength(1);
  expect(await sql`select parking_space_id, status from public.reservations where id = ${id}`).toEqual([
    { parking_space_id: null, status: 'cancelled' },
  ]);
});

test('an administrator gives a space a lock, changes it and takes it away', async () => {
  const { spaceId } = await createSpace(sql);
  const putLock = (device: string) =>
    as(sql, admin)`update public.parking_spaces set kavass_device_id = ${device} where id = ${spaceId}`;
  const readLock = async () => (await readSpace(spaceId))?.kavass_device_id;
  await putLock('KV-7');
  const before = await readSpace(spaceId);
  await as(sql, admin)`update public.parking_spaces set status = 'reserved' where id = ${spaceId}`;
  await putLock('KV-7');
  expect([await readLock(), (await readSpace(spaceId))?.updated_at]).toEqual(['KV-7', before?.updated_at]);
  await putLock('KV-8');
  expect(Number((await readSpace(spaceId))?.updated_at)).toBeGreaterThan(Number(before?.updated_at));
  await putLock(' ');
  expect(await readLock()).toBeNull();
});

test('a driver keeps fifty favourite zones, a repeat does no harm, and one goes with its zone', async () => {
  const zones = await sql<{ id: string }[]>`
    insert into public.parking_zones (name) select 'Zone ' || n from generate_series(1, 51) n returning id`;
  const ids = zones.map(({ id }) => id);
  const keep = (chosen: string[]) => as(sql, ana)`
    insert into public.favourite_zones (user_id, zone_id) select ${ana.id}, unnest(${chosen}::uuid[])
    on conflict do nothing`;
  const count = async () => (await as(sql, ana)`select from public.favourite_zones`).length;
  await keep(ids.slice(0, 50));
  await keep(ids.slice(49, 50));
  expect(await problemOf(keep(ids.slice(50)))).toBe('too-many-favourites');
  await sql`delete from public.parking_zones where id = ${ids[0] ?? ''}`;
  expect(await count()).toBe(49);
});

describe('the new price of a zone', () => {
  const BEYOND = { price_per_hour: 10_001 };
  type Zone = { price?: string; rates: (string | null)[] };
  const readZone = async (zone: string): Promise<Zone> => {
    const [row] = await sql<{ price: string }[]>`
      select price_per_hour as price from public.parking_zones where id = ${zone}`;
    const spaces = await sql<{ hourly_rate: string | null }[]>`
      select hourly_rate from public.parking_spaces where zone_id = ${zone} order by name`;
    return { price: row?.price ?? '', rates: spaces.map(({ hourly_rate }) => hourly_rate) };
  };
  async function createPricedZone() {
    const [zone = { id: '', version: '' }] = await sql<{ id: string; version: string }[]>`
      insert into public.parking_zones (name, price_per_hour) values ('Tarifa', 5) returning id, updated_at::text as version`;
    await sql`
      insert into public.parking_spaces (name, zone_id, hourly_rate)
      values ('1', ${zone.id}, 5), ('2', ${zone.id}, 8), ('3', ${zone.id}, null)`;
    const update = async (
      rates: string,
      changes: Record<string, number> = { price_per_hour: 6 },
      actor = admin,
      version = zone.version,
    ) => {
      const { saved } = await one(as(sql, actor)`
        select public.update_zone(${zone.id}, ${version}::text::timestamptz, ${sql.json(changes)}, ${rates}) as saved`);
      return saved;
    };
    return { id: zone.id as string, update };
  }

  test.each([
    ['all', ['6.00', '6.00', null]],
    ['old-price', ['6.00', '8.00', null]],
    ['none', ['5.00', '8.00', null]],
  ])('is the rate of its spaces as wanted: %s', async (rates, expected) => {
    const { id, update } = await createPricedZone();
    expect(await update(rates)).toBe(true);
    expect(await readZone(id)).toEqual({ price: '6.00', rates: expected });
  });

  test('is one entry of the log, however many spaces follow', async () => {
    const { id, update } = await createPricedZone();
    await update('all');
    const entries = await as(sql, admin)`
      select subject_table, is_detail from public.admin_audit_log
      where created_at = (select max(created_at) from public.audit_log where subject_id = ${id}) order by is_detail`;
    expect(entries).toEqual([
      { subject_table: 'parking_zones', is_detail: false },
      { subject_table: 'parking_spaces', is_detail: true },
      { subject_table: 'parking_spaces', is_detail: true },
    ]);
  });

  test('is that of its spaces at 5 where the zone had no price', async () => {
    const { id, update } = await createPricedZone();
    await sql`update public.parking_zones set price_per_hour = null, updated_at = updated_at where id = ${id}`;
    const [zone] = await sql<{ version: string }[]>`
      select updated_at::text as version from public.parking_zones where id = ${id}`;
    expect(await update('old-price', undefined, admin, zone?.version)).toBe(true);
    expect(await readZone(id)).toEqual({ price: '6.00', rates: ['6.00', '8.00', null] });
    const [listed] = await sql`select lowest_rate, highest_rate from public.admin_zones where id = ${id}`;
    expect(listed).toEqual({ lowest_rate: '6.00', highest_rate: '8.00' });
  });

  test('is not written in part or over a newer version', async () => {
    const { id, update } = await createPricedZone();
    const before = await readZone(id);
    expect(await refusalOf(update('all', BEYOND))).toBe('23514');
    expect(await refusalOf(update('some'))).toBe('23514');
    await sql`update public.parking_zones set name = 'Otra' where id = ${id}`;
    expect(await update('all')).toBe(false);
    expect(await readZone(id)).toEqual(before);
  });
});
