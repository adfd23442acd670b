import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, type Cast, createCast } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
beforeEach(async () => {
  await forgetEverybody();
  cast = await createCast(sql);
});

/** With the triggers off, as the last administrator stays. */
const forgetEverybody = () =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const table of ['auth.users', 'public.profiles', 'public.user_roles', 'public.vehicles']) {
      await tx`delete from ${tx(table)}`;
    }
  });

type Found = {
  user_id: string;
  full_name: string | null;
  email: string;
  status: string;
  is_confirmed: boolean;
  vehicles: { plate: string }[];
};

const find = (words: string | null, actor: Actor = cast.admin) =>
  as(sql, actor)<Found[]>`select * from public.find_drivers(${words})`;
const idsOf = async (words: string | null) => (await find(words)).map(({ user_id }) => user_id);
const addVehicle = ({ id }: Actor, plate: string) =>
  sql`insert into public.vehicles (user_id, name, plate, type) values (${id}, 'Yaris', ${plate}, 'sedan')`;
const rename = ({ id }: Actor, name: string) =>
  sql`update public.profiles set full_name = ${name} where user_id = ${id}`;

test('an administrator finds a driver by name, e-mail address and plate, however they are written', async () => {
  await rename(cast.ana, 'Altagracia Ñáñez');
  await addVehicle(cast.ana, 'A123456');
  await addVehicle(cast.ana, 'B777777');
  for (const words of ['altagracia', ' ÑANEZ ', cast.ana.email?.toUpperCase() ?? '', 'a 123-456', '7777']) {
    expect(await idsOf(words)).toEqual([cast.ana.id]);
  }
  const [found] = await find('a123456');
  expect(found).toMatchObject({ full_name: 'Altagracia Ñáñez', email: cast.ana.email, status: 'active' });
  expect(found?.vehicles.map(({ plate }) => plate)).toEqual(['A123456', 'B777777']);
});

test('who is suspended or has not confirmed the address is found and marked', async () => {
  await sql`update auth.users set email_confirmed_at = null where id = ${cast.beto.id}`;
  expect(await find('beto')).toMatchObject([{ status: 'active', is_confirmed: false }]);
  expect(await find('simon')).toMatchObject([{ status: 'suspended', is_confirmed: true }]);
});

test('a single letter, blanks and nothing find nobody', async () => {
  for (const words of ['a', ' a ', '', '   ', null, '--', '%%', "' or true --"]) expect(await idsOf(words)).toEqual([]);
});

test('at most ten are found by name, one who has exactly these words before all others', async () => {
  for (let more = 0; more < 12; more += 1) await createCast(sql);
  expect(await idsOf('ana')).toHaveLength(10);
  await addVehicle(cast.beto, 'ANA1');
  expect((await idsOf('ana1'))[0]).toBe(cast.beto.id);
  await rename(cast.beto, 'Zoila');
  await addVehicle(cast.beto, 'ANA');
  const found = await idsOf('ana');
  expect(found).toHaveLength(10);
  expect(found[0]).toBe(cast.beto.id);
  expect(await idsOf('a'.repeat(100_000))).toEqual([]);
});
