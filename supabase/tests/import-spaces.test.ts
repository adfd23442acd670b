import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { as, createSpace, problemOf } from './as.ts';
import { openWorld } from './world.ts';

type NewSpace = { zone?: string; name?: string; location?: string; hint?: string; lock?: string; rate?: number };

const { sql, cast } = await openWorld();
let zoneId: string;
beforeEach(async () => {
  await sql`delete from public.parking_spaces`;
  // With the space A-01.
  zoneId = (await createSpace(sql)).zoneId;
});

const importSpaces = async (rows: unknown, key: string | null = randomUUID()) => {
  const [row] = await as(sql, cast.admin)<{ result: { imported: number; faults: object[] } }[]>`
    select public.import_spaces(${JSON.stringify(rows)}::text::jsonb, ${key}) as result`;
  return row?.result;
};
const countSpaces = async () => (await sql`select from public.parking_spaces`).count;
const numbered = (count: number): NewSpace[] =>
  Array.from({ length: count }, (_, index) => ({ zone: zoneId, name: `N-${index + 1}`, rate: 3 + (index % 7) }));

test('an administrator imports spaces with all that a space has', async () => {
  const full = { zone: zoneId, name: ' B-1 ', location: 'Av. 27', hint: 'Nivel 2', lock: 'KV-7', rate: 3.25 };
  expect(await importSpaces([full, { name: 'Suelto', location: ' ' }])).toEqual({ imported: 2, faults: [] });
  const rows = await sql`
    select name, zone_id, zone_name, location, hint, kavass_device_id, hourly_rate, status
    from public.parking_spaces where name <> 'A-01' order by name`;
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['B-1', zoneId, 'Naco', 'Av. 27', 'Nivel 2', 'KV-7', '3.25', 'available'],
    ['Suelto', null, null, null, null, null, null, 'available'],
  ]);
  const rates = await sql`select lowest_rate from public.parking_zones where id = ${zoneId}`;
  expect(rates).toEqual([{ lowest_rate: '3.25' }]);
});

const wrong: [string, (zone: string) => NewSpace[], column: string, fault: string][] = [
  ['a zone that is not there', () => [{ zone: randomUUID(), name: 'B' }], 'zone', 'zone-gone'],
  ['no name', () => [{ name: ' ' }], 'name', 'name-missing'],
  ['a name of the zone in other letters', (zone) => [{ zone, name: 'a-01' }], 'name', 'name-taken'],
  ['a name of the zone with blanks', (zone) => [{ zone, name: 'B-7' }], 'name', 'name-taken'],
  ['a name twice', (zone) => ['B', 'b '].map((name) => ({ zone, name })), 'name', 'name-repeated'],
  ['a lock of another space', () => [{ name: 'B', lock: 'KV-1' }], 'lock', 'lock-used'],
  ['a lock twice', () => ['B', 'C'].map((name) => ({ name, lock: 'KV-2' })), 'lock', 'lock-repeated'],
  ['a rate below nothing', () => [{ name: 'B', rate: -1 }], 'rate', 'rate-out-of-range'],
  ['a rate above the highest', () => [{ name: 'B', rate: 10_001 }], 'rate', 'rate-out-of-range'],
  ['a rate of three decimals', () => [{ name: 'B', rate: 1.125 }], 'rate', 'rate-out-of-range'],
  ['a name that is too long', () => [{ name: 'B'.repeat(121) }], 'name', 'text-too-long'],
];

test.each(wrong)('%s keeps every row out', async (_what, rows, column, fault) => {
  await sql`insert into public.parking_spaces (name, zone_id, kavass_device_id) values (' B-7 ', ${zoneId}, ' KV-1 ')`;
  const sent = rows(zoneId);
  // The wrong rows come first.
  const faults = sent.map((_, index) => ({ row: index + 1, column, fault }));
  expect(await importSpaces([...sent, { name: 'Right' }])).toEqual({ imported: 0, faults });
  expect(await countSpaces()).toBe(2);
});

test('the same name may be in another zone, and in none; at most 100 mistakes are named', async () => {
  const { zoneId: other } = await createSpace(sql);
  await sql`delete from public.parking_spaces where zone_id = ${other}`;
  expect(await importSpaces([{ zone: other, name: 'A-01' }, { name: 'A-01' }])).toMatchObject({ imported: 2 });
  expect((await importSpaces(Array(5000).fill({ name: '' })))?.faults).toHaveLength(100);
});

test.each<[string, () => unknown, key?: null]>([
  ['no rows', () => []],
  ['no list', () => ({ name: 'B' })],
  ['too many rows', () => numbered(5001)],
  ['too much text', () => [{ name: 'B', location: 'l'.repeat(2_200_000) }]],
  ['no key', () => numbered(1), null],
])('%s is out of bounds', async (_what, rows, key) => {
  expect(await problemOf(importSpaces(rows(), key))).toBe('import-out-of-bounds');
});

test('a repeat with the same key imports nothing more', async () => {
  const key = randomUUID();
  for (const _ of ['first', 'again']) expect(await importSpaces(numbered(3), key)).toEqual({ imported: 3, faults: [] });
  expect(await countSpaces()).toBe(4);
  expect(await importSpaces(numbered(3))).toMatchObject({ imported: 0 });
});

test('an import is one line in the log, and each space knows who imported it', async () => {
  await importSpaces(numbered(2));
  const readLog = async (isOfImport: boolean) => {
    const rows = await as(sql, cast.admin)`
      select action, after ->> 'count' as count, after ->> 'name' as name from public.admin_audit_log
      where actor_email = ${cast.admin.email} and is_detail = ${isOfImport} order by name`;
    return rows.map((row) => Object.values(row));
  };
  expect(await readLog(false)).toEqual([['import', '2', null]]);
  expect(await readLog(true)).toEqual([
    ['insert', null, 'N-1'],
    ['insert', null, 'N-2'],
  ]);
});
