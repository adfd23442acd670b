import { expect, test } from 'vitest';
import { foldText } from '../../domain/language/fold-text.ts';
import { type Actor, ANONYMOUS, as, createCast, createSpace, refusalOf, reserve, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

const TYPED = ['maximo gomez', 'MÁXIMO GÓMEZ', 'Ma\u0301ximo Go\u0301mez', 'ximo go'];

const sql = await openDatabase();
const cast = await createCast(sql);

const rename = (actor: Actor, name: string | null) =>
  sql`update public.profiles set full_name = ${name} where user_id = ${actor.id}`;

test('an administrator finds people without writing their accents, and a driver nobody else', async () => {
  await rename(cast.beto, 'Máximo Gómez');
  const findUsers = (actor: Actor, words: string) =>
    as(sql, actor)`select user_id from public.search_admin_users(${words})`;
  for (const words of TYPED) {
    expect([...(await findUsers(cast.admin, words))], words).toEqual([{ user_id: cast.beto.id }]);
    expect(await findUsers(cast.ana, words), words).toHaveLength(0);
  }
  expect(await findUsers(cast.admin, 'maximo gomes')).toHaveLength(0);
});

test('an administrator finds reservations without the accents of person, space, place and zone', async () => {
  const { zoneId, spaceId } = await createSpace(sql);
  const { id } = await reserve(sql, cast.beto, { spaceId, from: 1, to: 2 });
  const isFound = async (actor: Actor, words: string) => {
    const rows = await as(sql, actor)`select id from public.search_admin_reservations(${words}) where id = ${id}`;
    return rows.length === 1;
  };
  await rename(cast.beto, 'Máximo Gómez');
  for (const words of TYPED) expect(await isFound(cast.admin, words), words).toBe(true);
  expect(await isFound(cast.ana, 'maximo gomez')).toBe(false);

  await rename(cast.beto, null);
  expect(await isFound(cast.admin, 'maximo gomez')).toBe(false);
  for (const change of [{ name: 'Máximo Gómez-1' }, { name: 'A-1', location: 'Av. Máximo Gómez' }]) {
    await sql`update public.parking_spaces set ${sql(change)} where id = ${spaceId}`;
    for (const words of TYPED) expect(await isFound(cast.admin, words), words).toBe(true);
  }
  await sql`update public.parking_spaces set location = null where id = ${spaceId}`;
  expect(await isFound(cast.admin, 'maximo gomez')).toBe(false);
  await sql`update public.parking_zones set name = 'Máximo Gómez' where id = ${zoneId}`;
  for (const words of TYPED) expect(await isFound(cast.admin, words), words).toBe(true);
});

test('everybody reads what a zone is searched by, in every list, and nobody writes it', async () => {
  const { zoneId } = await createSpace(sql);
  await sql`
    update public.parking_zones set name = 'Plaza Güibia', location = 'Av. MÁXIMO Gómez' where id = ${zoneId}`;
  for (const actor of [ANONYMOUS, cast.ana, cast.suspended, cast.admin]) {
    const rows = await as(sql, actor)`
        select search_text from public.parking_zones where id = ${zoneId} union all
        select search_text from public.find_zones() where id = ${zoneId}`;
    expect([...rows]).toEqual(Array(2).fill({ search_text: 'plaza guibia\nav. maximo gomez' }));
    const write = as(sql, actor)`update public.parking_zones set search_text = 'x' where id = ${zoneId}`;
    expect(await refusalOf(write)).toMatch(/^(42501|428C9)$/);
  }
  await sql`update public.parking_zones set location = null where id = ${zoneId}`;
  expect([...(await sql`select search_text from public.parking_zones where id = ${zoneId}`)]).toEqual([
    { search_text: 'plaza guibia\n' },
  ]);
});

test('people and the places of zones sort without accents and case, and those without come last', async () => {
  const { spaceId } = await createSpace(sql);
  await rename(cast.ana, 'Zoe');
  await rename(cast.beto, 'Álvaro');
  await rename(cast.suspended, 'ñandú');
  await rename(cast.admin, null);
  const people = await as(sql, cast.admin)<
    { full_name: string | null }[]
  >`select full_name from public.profiles order by sort_name`;
  expect(people.map(({ full_name }) => full_name)).toEqual(['Álvaro', 'ñandú', 'Zoe', null]);

  for (const [index, person] of [cast.ana, cast.beto].entries()) {
    await reserve(sql, person, { spaceId, from: 10 + index, to: 10.9 + index });
  }
  const reservations = await as(sql, cast.admin)<{ user_name: string }[]>`
      select user_name from public.admin_reservations where parking_space_id = ${spaceId} order by user_sort_name`;
  expect(reservations.map(({ user_name }) => user_name)).toEqual(['Álvaro', 'Zoe']);

  await sql`
    insert into public.parking_zones (name, location) values ('+1', 'Zona Norte'), ('+2', 'Ávila'), ('+3', 'azua')`;
  const zones = await as(sql, cast.admin)<{ location: string }[]>`
      select location from public.admin_zones where name like '+%' order by location_sort_name`;
  expect(zones.map(({ location }) => location)).toEqual(['Ávila', 'azua', 'Zona Norte']);
});

test('what is searched by is no edit: only an edit of the row makes a new version of it', async () => {
  const { zoneId } = await createSpace(sql);
  await rename(cast.ana, 'Ána');
  await as(sql, SERVICE, async (tx) => {
    const touched = await tx`
      update public.profiles set last_activity = now() where user_id = ${cast.ana.id ?? ''}
      returning updated_at = (select updated_at from public.profiles where user_id = ${cast.ana.id ?? ''}) as is_same`;
    expect([...touched]).toEqual([{ is_same: true }]);
    const zone = await tx`
      update public.parking_zones set lowest_rate = lowest_rate where id = ${zoneId}
      returning updated_at = (select updated_at from public.parking_zones where id = ${zoneId}) as is_same`;
    expect([...zone]).toEqual([{ is_same: true }]);
  });
});

test('the database and the screens leave out the same accents', async () => {
  // Every letter of the Latin alphabets, and of the Greek one.
  const letters = Array.from({ length: 0x400 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index));
  const rows = await sql<{ folded: string }[]>`
    select private.fold_text(letter) as folded
    from unnest(${letters}::text[]) with ordinality as all_letters (letter, place) order by place`;
  const differing = letters.filter((letter, index) => rows[index]?.folded !== foldText(letter));
  expect(differing).toEqual([]);
});

test('the longest names of any script have a place in the order', async () => {
  const [longest] = await sql<{ length: number }[]>`
    select max(length(private.fold_text(chr(code)))) as length from generate_series(1, 1114111) code
    where code not between 55296 and 57343`;
  expect(longest?.length).toBeLessThanOrEqual(3);
  await rename(cast.ana, '각'.repeat(80));
  const [zone] = await sql<{ length: number }[]>`
    insert into public.parking_zones (name, location) values (${'1각'.repeat(60)}, ${'각'.repeat(300)})
    returning length(sort_name) as length`;
  expect(zone?.length).toBe(900);
});
