import { expect, test } from 'vitest';
import { ANONYMOUS, as, createCast, createSpace, refusalOf, reserve, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

async function readRates(zoneId: string): Promise<[number, number]> {
  const [zone] = await sql`select lowest_rate, highest_rate from public.parking_zones where id = ${zoneId}`;
  return [Number(zone?.lowest_rate), Number(zone?.highest_rate)];
}

/** Adds spaces of these rates in one statement, as an administrator. */
const addSpaces = (zoneId: string, rates: (number | null)[]) =>
  as(sql, cast.admin)`
      insert into public.parking_spaces ${sql(rates.map((hourly_rate) => ({ name: 'B', zone_id: zoneId, hourly_rate })))}`;

test('the rates of a zone are the lowest and the highest that its spaces cost', async () => {
  const { zoneId } = await createSpace(sql, { hourlyRate: 8, zonePrice: 8 });
  expect(await readRates(zoneId)).toEqual([8, 8]);
  await addSpaces(zoneId, [5, 12.5]);
  expect(await readRates(zoneId)).toEqual([5, 12.5]);
});

test('a space without a rate costs what its zone asks, and 5 dollars when that is unset', async () => {
  const { zoneId } = await createSpace(sql, { hourlyRate: 9, zonePrice: 8 });
  await addSpaces(zoneId, [null]);
  expect(await readRates(zoneId)).toEqual([8, 9]);
  await sql`update public.parking_zones set price_per_hour = 3 where id = ${zoneId}`;
  expect(await readRates(zoneId)).toEqual([3, 9]);
  await sql`update public.parking_zones set price_per_hour = null where id = ${zoneId}`;
  expect(await readRates(zoneId)).toEqual([5, 9]);
});

test('a zone without spaces has its own price, and a free space is free', async () => {
  const { zoneId, spaceId } = await createSpace(sql, { hourlyRate: 0, zonePrice: 8 });
  expect(await readRates(zoneId)).toEqual([0, 0]);
  await sql`delete from public.parking_spaces where id = ${spaceId}`;
  expect(await readRates(zoneId)).toEqual([8, 8]);
});

test('the rates of both zones follow a space that moves or gets another rate', async () => {
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

test('one statement that changes spaces of many zones refreshes each of these zones once', async () => {
  const places = await Promise.all(
    Array.from({ length: 20 }, (_, index) => createSpace(sql, { hourlyRate: index, zonePrice: 50 })),
  );
  const zoneIds = places.map(({ zoneId }) => zoneId);
  for (const zoneId of zoneIds) await addSpaces(zoneId, [40, 41, 42]);
  const other = await createSpace(sql, { hourlyRate: 3, zonePrice: 50 });
  const refreshed = await sql.begin(async (tx) => {
    await tx`create temporary table refreshed (zone_id uuid) on commit drop`;
    await tx`
      create function pg_temp.record_refresh() returns trigger language plpgsql
      as 'begin insert into refreshed values (new.id); return null; end'`;
    await tx`
      create trigger record_refresh after update on public.parking_zones
      for each row execute function pg_temp.record_refresh()`;
    await tx`update public.parking_spaces set hourly_rate = hourly_rate + 1 where zone_id = any (${zoneIds})`;
    await tx`update public.parking_spaces set status = 'maintenance' where zone_id = any (${zoneIds})`;
    const rows = await tx<{ zone_id: string }[]>`select zone_id from refreshed`;
    await tx`drop trigger record_refresh on public.parking_zones`;
    return rows.map(({ zone_id }) => zone_id);
  });
  expect(refreshed.toSorted()).toEqual(zoneIds.toSorted());
  for (const [index, zoneId] of zoneIds.entries()) expect(await readRates(zoneId)).toEqual([index + 1, 43]);
  expect(await readRates(other.zoneId)).toEqual([3, 3]);
});

test('zones follow spaces that change places in one statement, lose their zone, or lose their rate', async () => {
  const one = await createSpace(sql, { hourlyRate: 2, zonePrice: 7 });
  const two = await createSpace(sql, { hourlyRate: 6, zonePrice: 8 });
  const ids = [one.spaceId, two.spaceId];
  await sql`
    update public.parking_spaces set zone_id = case zone_id when ${one.zoneId} then ${two.zoneId}::uuid else ${one.zoneId} end
    where id = any (${ids})`;
  expect([await readRates(one.zoneId), await readRates(two.zoneId)]).toEqual([
    [6, 6],
    [2, 2],
  ]);
  await sql`update public.parking_spaces set hourly_rate = null where id = any (${ids})`;
  expect([await readRates(one.zoneId), await readRates(two.zoneId)]).toEqual([
    [7, 7],
    [8, 8],
  ]);
  await sql`update public.parking_spaces set zone_id = null, hourly_rate = 1 where id = any (${ids})`;
  expect(await readRates(one.zoneId)).toEqual([7, 7]);
});

test('the rate that a zone shows is the one that a reservation charges', async () => {
  const { zoneId, spaceId } = await createSpace(sql, { hourlyRate: 5, zonePrice: 8 });
  const { total_amount } = await reserve(sql, cast.ana, { spaceId, from: 1, to: 2 });
  expect(await readRates(zoneId)).toEqual([Number(total_amount), Number(total_amount)]);
});

test('spaces that are changed at the same time are all counted', async () => {
  const { zoneId } = await createSpace(sql, { hourlyRate: 50, zonePrice: 50 });
  await Promise.all(Array.from({ length: 20 }, (_, index) => addSpaces(zoneId, [10 + index, 80 - index])));
  expect(await readRates(zoneId)).toEqual([10, 80]);
});

test('everybody reads the rates of a zone, and nobody writes them', async () => {
  const { zoneId } = await createSpace(sql);
  for (const actor of [ANONYMOUS, cast.ana, cast.beto, cast.suspended, cast.admin]) {
    const read = await as(sql, actor)`select lowest_rate from public.parking_zones where id = ${zoneId}`;
    expect(read).toEqual([{ lowest_rate: '5.00' }]);
    const write = as(sql, actor)`update public.parking_zones set lowest_rate = 1 where id = ${zoneId}`;
    expect(await refusalOf(write)).toBe('42501');
  }
  await as(sql, SERVICE)`update public.parking_zones set lowest_rate = 1, highest_rate = 'NaN' where id = ${zoneId}`;
  expect(await readRates(zoneId)).toEqual([5, 5]);
});

test('what a space changes about its zone is no edit of the zone', async () => {
  const { zoneId, spaceId } = await createSpace(sql);
  const readVersion = () => sql`select updated_at::text from public.parking_zones where id = ${zoneId}`;
  const before = await readVersion();
  await as(sql, cast.admin)`update public.parking_spaces set hourly_rate = 9 where id = ${spaceId}`;
  expect(await readRates(zoneId)).toEqual([9, 9]);
  expect(await readVersion()).toEqual(before);
  const entries = await sql`
    select subject_table from public.audit_log where subject_id in (${zoneId}, ${spaceId})`;
  expect(entries).toEqual([{ subject_table: 'parking_spaces' }]);
});
