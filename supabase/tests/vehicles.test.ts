import { describe, expect, test } from 'vitest';
import { type Actor, as, problemOf, refusalOf } from './as.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();

type Vehicle = { id: string; name: string; plate: string; is_default: boolean };

function add(actor: Actor, plate: string, { name = 'Yaris', type = 'hatchback', owner = actor.id } = {}) {
  return as(sql, actor, async (tx) => {
    const [row] = await tx<Vehicle[]>`
      insert into public.vehicles (user_id, name, plate, type) values (${owner}, ${name}, ${plate}, ${type})
      returning id, name, plate, is_default`;
    if (!row) throw new Error('No vehicle came back');
    return row;
  });
}

const vehiclesOf = ({ id }: Actor) =>
  sql<Vehicle[]>`select * from public.vehicles where user_id = ${id} order by plate`;
const platesOf = async (actor: Actor) => (await vehiclesOf(actor)).map(({ plate }) => plate);
const defaultsOf = async (actor: Actor) =>
  (await vehiclesOf(actor)).filter(({ is_default }) => is_default).map(({ plate }) => plate);
const makeDefault = (actor: Actor, id: string) =>
  as(sql, actor)`update public.vehicles set is_default = true where id = ${id} returning id`;
const remove = (actor: Actor, id: string) => as(sql, actor)`delete from public.vehicles where id = ${id} returning id`;

describe('what a driver may do', () => {
  test('a driver adds, reads, renames and removes their own vehicles', async () => {
    const { id } = await add(cast.ana, 'A123456', { name: '  Toyota Yaris ' });
    await as(sql, cast.ana)`update public.vehicles set name = 'Red Yaris' where id = ${id}`;
    const seen = await as(sql, cast.ana)`select name, plate, type from public.vehicles`;
    expect(seen).toEqual([{ name: 'Red Yaris', plate: 'A123456', type: 'hatchback' }]);
    await remove(cast.ana, id);
    expect(await vehiclesOf(cast.ana)).toEqual([]);
  });

  test.each([
    ['a 123-456', 'A123456'],
    ['k1234567', 'K1234567'],
    ['\tEL 012 \n', 'EL012'],
    ['wob-zk 295', 'WOBZK295'],
  ])('the plate %j is stored as %s', async (typed, stored) => {
    expect((await add(cast.ana, typed)).plate).toBe(stored);
  });

  test.each(['A', '', '- -', 'A12345678901', 'A12_34', 'A"1', 'Ñ123', 'x'.repeat(100_000)])(
    'no vehicle has a plate such as %.20j',
    async (plate) => {
      expect(await refusalOf(add(cast.ana, plate))).toBe('23514');
      expect(await vehiclesOf(cast.ana)).toEqual([]);
    },
  );

  test('a name is not blank and has 60 letters at most, and a type is one of seven', async () => {
    expect(await refusalOf(add(cast.ana, 'A1', { name: '  ' }))).toBe('23514');
    expect(await refusalOf(add(cast.ana, 'A1', { name: 'x'.repeat(61) }))).toBe('23514');
    expect(await refusalOf(add(cast.ana, 'A1', { type: 'tank' }))).toBe('23514');
    expect(await vehiclesOf(cast.ana)).toEqual([]);
  });

  test('a driver has a plate once, however it is typed; two drivers may share a vehicle', async () => {
    await add(cast.ana, 'A123456');
    expect(await refusalOf(add(cast.ana, 'a-123456'))).toBe('23505');
    await add(cast.beto, 'A123456');
    expect([await platesOf(cast.ana), await platesOf(cast.beto)]).toEqual([['A123456'], ['A123456']]);
  });

  test('a driver has 10 vehicles at most, also when several are added at once', async () => {
    const rows = Array.from({ length: 11 }, (_, index) => ({ user_id: cast.ana.id, plate: `A${index}0` }));
    const insert = (some: typeof rows) =>
      as(sql, cast.ana)`
          insert into public.vehicles ${sql(some.map((row) => ({ ...row, name: 'Yaris', type: 'sedan' })))}`;
    expect(await problemOf(insert(rows))).toBe('too-many-vehicles');
    await insert(rows.slice(0, 9));
    const both = await Promise.allSettled([add(cast.ana, 'B1'), add(cast.ana, 'B2')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await vehiclesOf(cast.ana)).toHaveLength(10);
  });
});

describe('the default', () => {
  test('the first vehicle is the default, and the next ones are not', async () => {
    expect((await add(cast.ana, 'A1')).is_default).toBe(true);
    expect((await add(cast.ana, 'A2')).is_default).toBe(false);
  });

  test('another vehicle becomes the default instead, and the default is not given up without one', async () => {
    const first = await add(cast.ana, 'A1');
    const second = await add(cast.ana, 'A2');
    await add(cast.beto, 'B1');
    await makeDefault(cast.ana, second.id);
    expect(await defaultsOf(cast.ana)).toEqual(['A2']);
    await makeDefault(cast.ana, first.id);
    expect(await defaultsOf(cast.ana)).toEqual(['A1']);
    const giveUp = as(sql, cast.ana)`update public.vehicles set is_default = false`;
    expect(await refusalOf(giveUp)).toBe('23514');
    expect([await defaultsOf(cast.ana), await defaultsOf(cast.beto)]).toEqual([['A1'], ['B1']]);
  });

  test('without the default the newest vehicle becomes it', async () => {
    const first = await add(cast.ana, 'A1');
    await add(cast.ana, 'A2');
    await add(cast.ana, 'A3');
    await remove(cast.ana, first.id);
    expect(await defaultsOf(cast.ana)).toEqual(['A3']);
    await as(sql, cast.ana)`delete from public.vehicles`;
    expect(await vehiclesOf(cast.ana)).toEqual([]);
  });

  test('two devices that choose at once leave one default', async () => {
    const vehicles = [await add(cast.ana, 'A1'), await add(cast.ana, 'A2'), await add(cast.ana, 'A3')];
    await Promise.all([...vehicles, ...vehicles].map(({ id }) => makeDefault(cast.ana, id)));
    expect(await defaultsOf(cast.ana)).toHaveLength(1);
  });
});
