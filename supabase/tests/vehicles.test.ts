import { beforeEach, describe, expect, test } from 'vitest';
import { parsePlate } from '../../domain/vehicles/vehicle-type.ts';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, as, createSpace, fillWallets, hoursFromNow, one, problemOf, refusalOf, SERVICE } from './as.ts';
import { change, extend, readReservation } from './changes-world.ts';
import { leave, moveReservation } from './money-world.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();

type Vehicle = { id: string; name: string; plate: string; is_default: boolean };

const add = (owner: Actor, plate: string, { name = 'Yaris' } = {}) =>
  one(as(sql, owner)<Vehicle[]>`
    insert into public.vehicles (user_id, name, plate, type) values (${owner.id}, ${name}, ${plate}, 'sedan')
    returning id, name, plate, is_default`);
const vehiclesOf = ({ id }: Actor) =>
  sql<Vehicle[]>`select * from public.vehicles where user_id = ${id} order by plate`;
const defaultsOf = async (actor: Actor) =>
  (await vehiclesOf(actor)).filter(({ is_default }) => is_default).map(({ plate }) => plate);
const makeDefault = (actor: Actor, { id }: Vehicle) =>
  as(sql, actor)`update public.vehicles set is_default = true where id = ${id} returning id`;
const remove = (actor: Actor, id: string) => as(sql, actor)`delete from public.vehicles where id = ${id}`;

describe('a vehicle', () => {
  test.each([
    ['a 123-456', 'A123456'],
    ['k1234567', 'K1234567'],
    ['\tEL 012 \n', 'EL012'],
    ['wob-zk 295', 'WOBZK295'],
  ])('with the plate %j has %s, as on the screen, and a name without blanks', async (typed, plate) => {
    expect(parsePlate(typed)).toBe(plate);
    expect(await add(cast.ana, typed, { name: '  Toyota Yaris ' })).toMatchObject({ plate, name: 'Toyota Yaris' });
  });

  test.each(['A', '', '- -', 'A12345678901', 'A12_34', 'A"1', 'Ñ123', 'x'.repeat(100_000)])(
    'has no plate such as %.20j, nor on the screen',
    async (plate) => {
      expect(parsePlate(plate)).toBeNull();
      expect(await refusalOf(add(cast.ana, plate))).toBe('23514');
    },
  );

  test('is there once for its driver, however its plate is typed, and may be shared', async () => {
    await add(cast.ana, 'A123456');
    expect(await refusalOf(add(cast.ana, 'a-123456'))).toBe('23505');
    await add(cast.beto, 'A123456');
  });

  test('is the first once, also when two are added at once by programs', async () => {
    const insert = (plate: string) => as(sql, SERVICE)`
      insert into public.vehicles (user_id, name, plate, type) values (${cast.ana.id}, 'Yaris', ${plate}, 'sedan')`;
    await Promise.all(['A1', 'A2', 'A3', 'A4'].map(insert));
    expect(await defaultsOf(cast.ana)).toHaveLength(1);
  });

  test('is one of 10 at most, also when several are added at once', async () => {
    const rows = Array.from({ length: 11 }, (_, index) => ({
      user_id: cast.ana.id,
      plate: `A${index}0`,
      name: 'Yaris',
      type: 'sedan',
    }));
    const insert = (some: typeof rows) => as(sql, cast.ana)`insert into public.vehicles ${sql(some)}`;
    expect(await problemOf(insert(rows))).toBe('too-many-vehicles');
    await insert(rows.slice(0, 9));
    await Promise.allSettled([add(cast.ana, 'B1'), add(cast.ana, 'B2')]);
    expect(await vehiclesOf(cast.ana)).toHaveLength(10);
  });
});

describe('the default', () => {
  test('is the first vehicle until another one becomes it, and is not given up without one', async () => {
    const first = await add(cast.ana, 'A1');
    const second = await add(cast.ana, 'A2');
    await add(cast.beto, 'B1');
    expect(await defaultsOf(cast.ana)).toEqual(['A1']);
    for (const vehicle of [second, first]) {
      await makeDefault(cast.ana, vehicle);
      expect(await defaultsOf(cast.ana)).toEqual([vehicle.plate]);
    }
    expect(await refusalOf(as(sql, cast.ana)`update public.vehicles set is_default = false`)).toBe('23514');
    expect(await defaultsOf(cast.beto)).toEqual(['B1']);
  });

  test('is the newest vehicle when it goes', async () => {
    const first = await add(cast.ana, 'A1');
    for (const plate of ['A2', 'A3']) await add(cast.ana, plate);
    await remove(cast.ana, first.id);
    expect(await defaultsOf(cast.ana)).toEqual(['A3']);
    await as(sql, cast.ana)`delete from public.vehicles`;
    expect(await vehiclesOf(cast.ana)).toEqual([]);
  });
});

describe('the vehicle of a reservation', () => {
  let spaceId: string;
  beforeEach(async () => {
    await writeInstallation(sql, { samples: false });
    await fillWallets(sql);
    ({ spaceId } = await createSpace(sql));
  });

  /** Reserves for this actor, with the columns that a client would send on top. */
  async function book(actor: Actor, sent: Record<string, string | null> = {}): Promise<string> {
    const times = { start_time: hoursFromNow(1), end_time: hoursFromNow(2) };
    const row = { user_id: actor.id, parking_space_id: spaceId, ...times, payment_method: 'wallet', ...sent };
    return (await one(as(sql, actor)<{ id: string }[]>`insert into public.reservations ${sql(row)} returning id`)).id;
  }
  const copyOf = (id: string) =>
    one(sql`select vehicle_id, vehicle_name, vehicle_plate, vehicle_type from public.reservations where id = ${id}`);
  const found = async (actor: Actor, words: string) =>
    (await as(sql, actor)`select id from public.search_admin_reservations(${words})`).map(({ id }) => id);
  const NONE = { vehicle_id: null, vehicle_name: null, vehicle_plate: null, vehicle_type: null };

  test('keeps name, plate and type after it is corrected and removed, and is found by its whole plate', async () => {
    const { id: vehicle_id } = await add(cast.ana, 'G135790');
    const id = await book(cast.ana, { vehicle_id });
    const copy = { vehicle_name: 'Yaris', vehicle_plate: 'G135790', vehicle_type: 'sedan' };
    await as(
      sql,
      cast.ana,
    )`update public.vehicles set name = 'Red', plate = 'x 1', type = 'suv' where id = ${vehicle_id}`;
    expect(await copyOf(id)).toEqual({ vehicle_id, ...copy });
    await remove(cast.ana, vehicle_id);
    expect(await copyOf(id)).toEqual({ vehicle_id: null, ...copy });
    expect(await found(cast.admin, 'g 135-790')).toEqual([id]);
    expect(await as(sql, cast.admin)`select * from public.admin_reservations where id = ${id}`).toMatchObject([copy]);
  });

  test('is needed by drivers while samples are off, and by nobody else', async () => {
    await add(cast.ana, 'A123456');
    expect(await problemOf(book(cast.ana))).toBe('vehicle-required');
    expect(await copyOf(await book(cast.admin))).toEqual(NONE);
    const later = { start_time: hoursFromNow(3).toISOString(), end_time: hoursFromNow(4).toISOString() };
    expect(await copyOf(await book(SERVICE, { ...later, user_id: cast.ana.id }))).toEqual(NONE);
    await writeInstallation(sql, { samples: true });
    ({ spaceId } = await createSpace(sql));
    expect(await copyOf(await book(cast.ana))).toEqual(NONE);
  });

  test('is not that of somebody else, nor one that is not there', async () => {
    const { id: others } = await add(cast.beto, 'B123456');
    for (const actor of [cast.ana, cast.admin]) {
      for (const vehicle_id of [others, '00000000-0000-4000-8000-000000000000']) {
        expect(await problemOf(book(actor, { vehicle_id }))).toBe('vehicle-not-found');
      }
    }
    expect(await problemOf(book(SERVICE, { user_id: cast.ana.id, vehicle_id: others }))).toBe('vehicle-not-found');
  });

  test('has one reservation at a time, however its driver comes to it; the desk enters what it sees', async () => {
    const { id: vehicle_id } = await add(cast.ana, 'A123456');
    const { id: other } = await add(cast.ana, 'B123456');
    const from = (hour: number) => ({
      start_time: hoursFromNow(hour).toISOString(),
      end_time: hoursFromNow(hour + 1).toISOString(),
    });
    const id = (await createSpace(sql)).spaceId;
    const second = (await createSpace(sql)).spaceId;
    const first = await book(cast.ana, { vehicle_id });
    const again = { parking_space_id: second, vehicle_id };
    expect(await problemOf(book(cast.ana, again))).toBe('vehicle-has-reservation');
    expect(await problemOf(book(cast.ana, { vehicle_id, ...from(1.5) }))).toBe('vehicle-has-reservation');
    // One begins when the other ends.
    const later = await book(cast.ana, { ...again, ...from(2.01) });
    await book(cast.ana, { ...again, parking_space_id: id, vehicle_id: other });
    const seen = await readReservation(sql, later);
    expect(await problemOf(change(sql, cast.ana, seen, { start: hoursFromNow(1.5) }))).toBe('vehicle-has-reservation');
    await moveReservation(sql, { id: first }, -1.5);
    const running = await readReservation(sql, first);
    expect(await problemOf(extend(sql, cast.ana, running, 2))).toBe('extension-too-long');
    await as(sql, cast.ana)`update public.reservations set status = 'cancelled' where id = ${later}`;
    await book(cast.ana, { ...again, ...from(2.01) });
    await book(SERVICE, {
      ...again,
      ...from(2.01),
      parking_space_id: (await createSpace(sql)).spaceId,
      user_id: cast.ana.id,
    });
  });

  test('goes with the account, from the reservation and from the log', async () => {
    const { id: vehicle_id } = await add(cast.ana, 'A123456');
    const id = await book(cast.ana, { vehicle_id });
    await as(sql, cast.admin)`update public.reservations set status = 'cancelled' where id = ${id}`;
    await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
    await add(cast.beto, 'Z987', { name: 'Civic' });
    const log = async () => JSON.stringify(await sql`select before, after from public.audit_log`);
    expect(await log()).toMatch(/A123456.*Z987/);
    for (const driver of [cast.ana, cast.beto]) await leave(sql, driver);
    expect(await copyOf(id)).toEqual({ ...NONE, vehicle_type: 'sedan' });
    expect(await log()).not.toMatch(/A123456|Yaris|Z987|Civic/);
  });
});
