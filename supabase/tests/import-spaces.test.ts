import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, type Cast, createCast, createSpace, problemOf } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
type NewSpace = { zone?: string; name?: string; location?: string; hint?: string; lock?: string; rate?: number };

let cast: Cast;
let zoneId: string;
beforeEach(async () => {
  await sql`delete from public.parking_spaces`;
  cast = await createCast(sql);
  // With the space A-01.
  zoneId = (await createSpace(sql)).zoneId;
});

const importSpaces = (actor: Actor, rows: unknown, key: string | null = randomUUID()) =>
  as(sql, actor, async (tx) => {
    const [row] = await tx<{ result: { imported: number; faults: object[] } }[]>`
      select public.import_spaces(${JSON.stringify(rows)}::text::jsonb, ${key}) as result`;
    return row?.result;
  });
const listNames = async () => {
  const rows = await sql<{ name: string }[]>`select name from public.parking_spaces order by sort_name`;
  return rows.map(({ name }) => name);
};
const numbered = (count: number): NewSpace[] =>
  Array.from({ length: count }, (_, index) => ({ zone: zoneId, name: `N-${index + 1}`, rate: 3 + (index % 7) }));

test('an administrator imports spaces with all that a space has', async () => {
  const full = { zone: zoneId, name: ' B-1 ', location: 'Av. 27', hint: 'Nivel 2', lock: 'KV-7', rate: 3.25 };
  expect(await importSpaces(cast.admin, [full, { name: 'Suelto', location: ' ' }])).toEqual({
    imported: 2,
    faults: [],
  });
  const rows = await sql`
    select name, zone_id, zone_name, location, hint, device_id, hourly_rate, status
    from public.parking_spaces left join public.space_locks using (id) where name <> 'A-01' order by name`;
  expect(rows).toEqual([
    {
      ...{ name: 'B-1', zone_id: zoneId, zone_name: 'Naco', location: 'Av. 27', hint: 'Nivel 2' },
      ...{ device_id: 'KV-7', hourly_rate: '3.25', status: 'available' },
    },
    {
      ...{ name: 'Suelto', zone_id: null, zone_name: null, location: null, hint: null },
      ...{ device_id: null, hourly_rate: null, status: 'available' },
    },
  ]);
  expect(await sql`select lowest_rate from public.parking_zones where id = ${zoneId}`).toEqual([
    { lowest_rate: '3.25' },
  ]);
});

test('a stored name or lock with blanks around it is taken too', async () => {
  await sql`
    insert into public.parking_spaces (name, zone_id, kavass_device_id) values (' B-7 ', ${zoneId}, ' KV-7 ')`;
  const rows: NewSpace[] = [{ zone: zoneId, name: 'B-7', lock: 'KV-7' }];
  expect(await importSpaces(cast.admin, rows)).toEqual({
    imported: 0,
    faults: [
      { row: 1, column: 'name', fault: 'name-taken' },
      { row: 1, column: 'lock', fault: 'lock-used' },
    ],
  });
});

describe('what is wrong', () => {
  const wrong: [string, (zone: string) => NewSpace[], object[]][] = [
    [
      'a zone that is not there',
      () => [{ zone: randomUUID(), name: 'B' }],
      [{ row: 1, column: 'zone', fault: 'zone-gone' }],
    ],
    ['no name', () => [{ name: ' ' }], [{ row: 1, column: 'name', fault: 'name-missing' }]],
    [
      'a name of the zone in other letters',
      (zone) => [{ zone, name: 'a-01' }],
      [{ row: 1, column: 'name', fault: 'name-taken' }],
    ],
    [
      'a name twice',
      (zone) => [
        { zone, name: 'B' },
        { zone, name: 'b ' },
      ],
      [
        { row: 1, column: 'name', fault: 'name-repeated' },
        { row: 2, column: 'name', fault: 'name-repeated' },
      ],
    ],
    ['a lock of another space', () => [{ name: 'B', lock: 'KV-1' }], [{ row: 1, column: 'lock', fault: 'lock-used' }]],
    [
      'a lock twice',
      () => [
        { name: 'B', lock: 'KV-2' },
        { name: 'C', lock: 'KV-2' },
      ],
      [
        { row: 1, column: 'lock', fault: 'lock-repeated' },
        { row: 2, column: 'lock', fault: 'lock-repeated' },
      ],
    ],
    ['a rate below nothing', () => [{ name: 'B', rate: -1 }], [{ row: 1, column: 'rate', fault: 'rate-out-of-range' }]],
    [
      'a rate above the highest',
      () => [{ name: 'B', rate: 10_001 }],
      [{ row: 1, column: 'rate', fault: 'rate-out-of-range' }],
    ],
    [
      'a rate of three decimals',
      () => [{ name: 'B', rate: 1.125 }],
      [{ row: 1, column: 'rate', fault: 'rate-out-of-range' }],
    ],
    [
      'a name that is too long',
      () => [{ name: 'B'.repeat(121) }],
      [{ row: 1, column: 'name', fault: 'text-too-long' }],
    ],
    [
      'a hint that is too long',
      () => [{ name: 'B', hint: 'h'.repeat(121) }],
      [{ row: 1, column: 'hint', fault: 'text-too-long' }],
    ],
    [
      'a location that is too long',
      () => [{ name: 'B', location: 'l'.repeat(301) }],
      [{ row: 1, column: 'location', fault: 'text-too-long' }],
    ],
    [
      'a lock that is too long',
      () => [{ name: 'B', lock: 'k'.repeat(65) }],
      [{ row: 1, column: 'lock', fault: 'text-too-long' }],
    ],
  ];

  test.each(wrong)('%s keeps every row out', async (_what, rows, faults) => {
    await sql`update public.parking_spaces set kavass_device_id = 'KV-1'`;
    // The wrong rows come first.
    expect(await importSpaces(cast.admin, [...rows(zoneId), { name: 'Right' }])).toEqual({ imported: 0, faults });
    expect(await listNames()).toEqual(['A-01']);
  });

  test('the same name may be in another zone, and in none', async () => {
    const { zoneId: other } = await createSpace(sql);
    await sql`delete from public.parking_spaces where zone_id = ${other}`;
    expect(await importSpaces(cast.admin, [{ zone: other, name: 'A-01' }, { name: 'A-01' }])).toMatchObject({
      imported: 2,
    });
  });

  test('at most 100 mistakes are named', async () => {
    const result = await importSpaces(
      cast.admin,
      Array.from({ length: 5000 }, () => ({ name: '' })),
    );
    expect(result?.faults).toHaveLength(100);
  });

  test.each<[string, () => unknown]>([
    ['no rows', () => []],
    ['no list', () => ({ name: 'B' })],
    ['too many rows', () => numbered(5001)],
    ['too much text', () => [{ name: 'B', location: 'l'.repeat(2_200_000) }]],
  ])('%s is out of bounds', async (_what, rows) => {
    expect(await problemOf(importSpaces(cast.admin, rows()))).toBe('import-out-of-bounds');
  });

  test('an import without a key is out of bounds', async () => {
    expect(await problemOf(importSpaces(cast.admin, numbered(1), null))).toBe('import-out-of-bounds');
  });
});

test('a repeat with the same key imports nothing more', async () => {
  const key = randomUUID();
  await importSpaces(cast.admin, numbered(3), key);
  expect(await importSpaces(cast.admin, numbered(3), key)).toEqual({ imported: 3, faults: [] });
  expect(await listNames()).toHaveLength(4);
  expect(await importSpaces(cast.admin, numbered(3))).toMatchObject({ imported: 0 });
});

test('an import is one line in the log, and each space knows who imported it', async () => {
  await importSpaces(cast.admin, numbered(2));
  const readLog = (isOfImport: boolean) =>
    as(sql, cast.admin)`
        select action, after ->> 'count' as count, after ->> 'name' as name, actor_email from public.admin_audit_log
        where actor_email = ${cast.admin.email} and is_of_import = ${isOfImport} order by name`;
  const line = { actor_email: cast.admin.email };
  expect(await readLog(false)).toEqual([{ ...line, action: 'import', count: '2', name: null }]);
  expect(await readLog(true)).toEqual([
    { ...line, action: 'insert', count: null, name: 'N-1' },
    { ...line, action: 'insert', count: null, name: 'N-2' },
  ]);
});

test('2,000 spaces are imported in less than five seconds', async () => {
  const started = performance.now();
  expect(await importSpaces(cast.admin, numbered(2000))).toEqual({ imported: 2000, faults: [] });
  expect(performance.now() - started).toBeLessThan(5000);
});
