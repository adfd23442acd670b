import { expect, test } from 'vitest';
import { ANONYMOUS, as, createCast, createSpace, refusalOf, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

const addSpaces = (zoneId: string, names: string[]) =>
  sql`insert into public.parking_spaces ${sql(names.map((name) => ({ name, zone_id: zoneId })))}`;

async function listNames(table: 'parking_zones' | 'parking_spaces', ids: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from ${sql(`public.${table}`)} where name like ${ids} order by sort_name, id`;
  return rows.map(({ name }) => name);
}

test('spaces sort as people count, without regard to case and accents', async () => {
  const { zoneId } = await createSpace(sql);
  const names = ['%A-10', '%a-2', '%Á-3', '%A-1b', '%A-1a', '%A-002-7', '%A-002-11', '%Z', '%ñ', '%o', '%'];
  await addSpaces(zoneId, names.toReversed());
  expect(await listNames('parking_spaces', '\\%%')).toEqual([
    ...['%', '%A-1a', '%A-1b', '%a-2', '%A-002-7', '%A-002-11', '%Á-3', '%A-10', '%ñ', '%o', '%Z'],
  ]);
});

test('a zone that is renamed moves in the order, and numbers of any length have a place', async () => {
  const [zone] = await sql<{ id: string }[]>`
    insert into public.parking_zones (name) values ('+Zona 9'), ('+Zona 10'), (${`+Zona ${'1'.repeat(110)}`}) returning id`;
  expect((await listNames('parking_zones', '+%')).slice(0, 2)).toEqual(['+Zona 9', '+Zona 10']);
  await as(sql, cast.admin)`update public.parking_zones set name = '+Zona 11' where id = ${zone?.id ?? ''}`;
  expect((await listNames('parking_zones', '+%')).slice(0, 2)).toEqual(['+Zona 10', '+Zona 11']);
});

test('everybody reads the order of spaces, and nobody writes it', async () => {
  const { spaceId } = await createSpace(sql);
  for (const actor of [ANONYMOUS, cast.ana, cast.suspended, cast.admin]) {
    const rows = await as(sql, actor)`select sort_name from public.parking_spaces where id = ${spaceId}`;
    expect(rows).toEqual([{ sort_name: 'a-000000000001' }]);
    const write = as(sql, actor)`update public.parking_spaces set sort_name = 'z' where id = ${spaceId}`;
    expect(await refusalOf(write)).toBe('42501');
  }
  await as(sql, SERVICE)`update public.parking_spaces set sort_name = 'z' where id = ${spaceId}`;
  const [space] = await sql`select sort_name, updated_at = created_at as is_first from public.parking_spaces
    where id = ${spaceId}`;
  expect(space).toEqual({ sort_name: 'a-000000000001', is_first: true });
});

test('everybody finds zones for a reservation in this order, and an administrator lists them in it', async () => {
  await sql`insert into public.parking_zones (name) values ('=10'), ('=9')`;
  const found = [{ name: '=9' }, { name: '=10' }];
  for (const actor of [ANONYMOUS, cast.ana, cast.suspended, cast.admin]) {
    const rows = await as(sql, actor)`select name from public.find_zones() where name like '=%' order by sort_name`;
    expect([...rows]).toEqual(found);
  }
  const listed = await as(sql, cast.admin)`select name from public.admin_zones where name like '=%' order by sort_name`;
  expect([...listed]).toEqual(found);
});

test('everybody finds the spaces of a zone for a reservation in this order', async () => {
  const { zoneId } = await createSpace(sql);
  await addSpaces(zoneId, ['A-10', 'A-9']);
  for (const actor of [ANONYMOUS, cast.ana, cast.suspended, cast.admin]) {
    const rows = await as(sql, actor)<
      { name: string }[]
    >`select name from public.find_spaces(now(), now() + interval '1 hour')
        where zone_id = ${zoneId} order by sort_name`;
    expect(rows.map(({ name }) => name)).toEqual(['A-01', 'A-9', 'A-10']);
  }
});

test('a name with as many numbers as fit has a place in the order', async () => {
  const [zone] = await sql<{ length: number }[]>`
    insert into public.parking_zones (name) values (${'1a'.repeat(60)}) returning length(sort_name) as length`;
  expect(zone?.length).toBe(780);
});
