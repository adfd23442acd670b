import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, createSpace, employ, problemOf, readValue, withoutRules } from './as.ts';
import * as money from './money-world.ts';
import { addVersion, createRates, createRules } from './rates-world.ts';
import { openMoney } from './world.ts';

// Who writes tables of rates, and what lower prices give away. Spaces cost 100 an hour, and a person gives 5,000 a day at most.

const { sql, cast } = await openMoney();
await sql`update public.installation_settings set wallet_correction_limit = 5000`;

let zone: { zoneId: string; spaceId: string };
let other: { zoneId: string; spaceId: string };
let manager: Actor;
beforeEach(async () => {
  [zone, other] = [await createDear(), await createDear()];
  manager = cast.beto;
  await employ(sql, manager, 'manager', zone.zoneId);
});
const createDear = () => createSpace(sql, { hourlyRate: 100, zonePrice: 100 });

const NOW = '2020-01-01T00:00:00Z';
const save = (actor: Actor, table: string, rules: object = { valid_from: NOW }) =>
  as(sql, actor)`select public.save_rates(${table}, 'Plaza', ${sql.json(createRules(rules as never))})`;
const assign = (actor: Actor, zoneId: string, table: string | null, type: string | null = null) =>
  as(sql, actor)`select public.assign_rates(${zoneId}, null, ${type}, ${table})`;
const withdraw = (actor: Actor, table: string, version: string | null) =>
  as(sql, actor)`select public.withdraw_rates(${table}, ${version})`;
type Listed = { zones: { id: string }[]; tables: { id: string; may_write: boolean }[] };
const list = (actor: Actor) => readValue<Listed>(as(sql, actor)`select public.list_rates()`);

test('a manager makes a table for the own zone, and reads one that another zone has too', async () => {
  const table = randomUUID();
  await save(manager, table, { valid_from: NOW, per_hour: 90 });
  await assign(manager, zone.zoneId, table);
  const own = await list(manager);
  expect(own.zones).toMatchObject([{ id: zone.zoneId, price: 100, booked: 0 }]);
  expect(own.tables.find(({ id }) => id === table)).toMatchObject({
    may_write: true,
    versions: [{ per_hour: 90 }],
    uses: [{ zone_id: zone.zoneId }],
  });
  await save(manager, table, { per_hour: 95 });
  await assign(cast.admin, other.zoneId, table);
  expect((await list(manager)).tables.find(({ id }) => id === table)?.may_write).toBe(false);
  expect(await problemOf(save(manager, table, { per_hour: 96 }))).toBe('42501');
  expect(await problemOf(withdraw(manager, table, null))).toBe('42501');
  const log = await sql`
    select distinct actor_role from public.audit_log where actor_id = ${manager.id} and subject_table like 'rate%'`;
  expect(log).toEqual([{ actor_role: 'manager' }]);
});

test('a repeat makes no second version, and two versions have no date in common', async () => {
  const table = randomUUID();
  const rules = createRules();
  await save(cast.admin, table, rules);
  await save(cast.admin, table, rules);
  expect(await sql`select from public.rate_versions where rate_table_id = ${table}`).toHaveLength(1);
  expect(await problemOf(save(cast.admin, table, { valid_from: rules.valid_from }))).toBe('rates-from-then');
});

test('a version from a date in the past holds from now on', async () => {
  const table = randomUUID();
  await save(cast.admin, table);
  const holds = await readValue(sql`
    select valid_from > now() - interval '1 minute' from public.rate_versions where rate_table_id = ${table}`);
  expect(holds).toBe(true);
});

test('a version to come is withdrawn, and not one that holds or that a reservation has', async () => {
  const table = await createRates(sql, { per_hour: 100 });
  await assign(cast.admin, zone.zoneId, table);
  const holds = await readValue<string>(sql`select id from public.rate_versions where rate_table_id = ${table}`);
  const booked = await addVersion(sql, table, { valid_from: new Date(Date.now() + 3_600_000), per_hour: 100 });
  const free = await addVersion(sql, table, { valid_from: new Date(Date.now() + 86_400_000), per_hour: 100 });
  await money.fillWallet(sql, cast.ana, 500);
  await money.book(sql, cast.ana, { spaceId: zone.spaceId, from: 2, to: 4 });
  await withdraw(cast.admin, table, free);
  expect(await problemOf(withdraw(cast.admin, table, booked))).toBe('rates-used');
  expect(await problemOf(withdraw(cast.admin, table, holds))).toBe('rates-used');
  expect(await sql`select from public.rate_versions where rate_table_id = ${table}`).toHaveLength(2);
});

describe('prices that a table lowers by more than half', () => {
  const given = async () =>
    (await sql`select amount from private.gifts where actor_id = ${manager.id} and kind = 'price' order by id`).map(
      ({ amount }) => Number(amount),
    );
  /** Gives the zone a table that costs this. */
  const assignAt = async (rules: object) => {
    const table = await createRates(sql, rules as never);
    await assign(manager, zone.zoneId, table);
    return table;
  };

  test('count as a day of their spaces, at most what one person may give', async () => {
    await assignAt({ per_hour: 49 });
    expect(await given()).toEqual([51 * 24]);
    await sql`
      insert into public.parking_spaces (name, zone_id, hourly_rate) select 'C-' || n, ${zone.zoneId}, 100 from generate_series(1, 9) n`;
    expect(await problemOf(assignAt({ per_hour: 49 }))).toBe('prices-over-limit');
    await assignAt({ per_hour: 60 });
    expect(await given()).toHaveLength(1);
    // From a date on is not later.
    const cheap = await createRates(sql, { per_hour: 60 });
    await addVersion(sql, cheap, { valid_from: '2040-01-01', per_hour: 1 });
    expect(await problemOf(assign(manager, zone.zoneId, cheap))).toBe('prices-over-limit');
    await sql`delete from public.parking_spaces where zone_id = ${zone.zoneId}`;
    await assign(manager, zone.zoneId, cheap);
  });

  test('count where a cap, free minutes, a window or a special does it, and not for a night that is cheap', async () => {
    await assignAt({ per_hour: 100, cap: 1300, cap_per: '24h' });
    await assignAt({
      per_hour: 100,
      specials: [{ name: 'Noche', days: '1234567', from: 1080, to: 1380, covers: 480, amount: 150 }],
    });
    expect(await given()).toEqual([]);
    const every = { days: '1234567', from: 0, to: 0 };
    await assignAt({ per_hour: 100, cap: 1100, cap_per: '24h' });
    await assignAt({ per_hour: 100, windows: [{ ...every, rate: 80 }], free_minutes: 60 });
    expect(await given()).toEqual([1300, 2400]);
  });

  test('count step by step, by versions, tables and their end, and for one type of vehicle', async () => {
    const table = await assignAt({ per_hour: 60 });
    expect(await given()).toEqual([]);
    await save(manager, table, { valid_from: NOW, per_hour: 40 });
    expect(await given()).toEqual([1440]);
    await assignAt({ per_hour: 45 });
    expect(await given()).toEqual([1440, 1320]);
    await assign(manager, zone.zoneId, null);
    expect(await given()).toHaveLength(2);
    await assign(manager, zone.zoneId, await createRates(sql, { per_hour: 45 }), 'suv');
    expect(await given()).toEqual([1440, 1320, 1320]);
    expect(await problemOf(assign(manager, zone.zoneId, await createRates(sql, { per_hour: 1 }), 'suv'))).toBe(
      'prices-over-limit',
    );
    // The price of the zone was written while a table stood before it.
    await withoutRules(sql)`update public.rate_assignments set vehicle_type = null where zone_id = ${zone.zoneId}`;
    await withoutRules(sql)`update public.parking_spaces set hourly_rate = 1 where zone_id = ${zone.zoneId}`;
    await withoutRules(sql)`delete from private.gifts`;
    await withoutRules(sql)`delete from public.audit_log`;
    await assign(manager, zone.zoneId, null);
    expect(await given()).toEqual([44 * 24]);
  });
});
