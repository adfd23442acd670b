import { beforeEach, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import {
  type Actor,
  ANONYMOUS,
  as,
  type Cast,
  createCast,
  createSpace,
  fillWallets,
  hoursFromNow,
  problemOf,
  refusalOf,
  SERVICE,
} from './as.ts';
import { leave } from './money-world.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
let spaceId: string;
beforeEach(async () => {
  await writeInstallation(sql, { samples: false });
  cast = await createCast(sql);
  await fillWallets(sql);
  ({ spaceId } = await createSpace(sql));
});

async function addVehicle(owner: Actor, plate: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.vehicles (user_id, name, plate, type) values (${owner.id}, 'Yaris', ${plate}, 'sedan') returning id`;
  return row?.id ?? '';
}

/** Reserves for this actor, with the columns that a client would send on top. */
function book(actor: Actor, sent: Record<string, string | null> = {}) {
  const row = {
    user_id: actor.id,
    parking_space_id: spaceId,
    start_time: hoursFromNow(1),
    end_time: hoursFromNow(2),
    payment_method: 'wallet',
    ...sent,
  };
  return as(sql, actor, async (tx) => {
    const [made] = await tx<{ id: string }[]>`insert into public.reservations ${tx(row)} returning id`;
    return made?.id ?? '';
  });
}

const copyOf = async (id: string) => {
  const [row] = await sql`
    select vehicle_id, vehicle_name, vehicle_plate, vehicle_type from public.reservations where id = ${id}`;
  return row;
};
const countBookings = async () =>
  (await sql`select from public.reservations where parking_space_id = ${spaceId}`).count;
const NONE = { vehicle_id: null, vehicle_name: null, vehicle_plate: null, vehicle_type: null };

test('a reservation keeps name, plate and type of the vehicle after it is renamed and removed', async () => {
  const vehicleId = await addVehicle(cast.ana, 'A123456');
  const id = await book(cast.ana, { vehicle_id: vehicleId });
  const copy = { vehicle_name: 'Yaris', vehicle_plate: 'A123456', vehicle_type: 'sedan' };
  expect(await copyOf(id)).toEqual({ vehicle_id: vehicleId, ...copy });
  await as(sql, cast.ana)`update public.vehicles set name = 'Red' where id = ${vehicleId}`;
  await as(sql, cast.ana)`delete from public.vehicles where id = ${vehicleId}`;
  expect(await copyOf(id)).toEqual({ vehicle_id: null, ...copy });
});

test('a driver needs a vehicle while samples are off, and none while they are on', async () => {
  await addVehicle(cast.ana, 'A123456');
  expect(await problemOf(book(cast.ana))).toBe('vehicle-required');
  expect(await problemOf(book(cast.ana, { vehicle_id: null }))).toBe('vehicle-required');
  expect(await countBookings()).toBe(0);
  await writeInstallation(sql, { samples: true });
  expect(await copyOf(await book(cast.ana))).toEqual(NONE);
});

test('an administrator and the operator’s programs book without a vehicle', async () => {
  expect(await copyOf(await book(cast.admin))).toEqual(NONE);
  const later = { start_time: hoursFromNow(3).toISOString(), end_time: hoursFromNow(4).toISOString() };
  expect(await copyOf(await book(SERVICE, { ...later, user_id: cast.ana.id }))).toEqual(NONE);
});

test('nobody books with a vehicle of somebody else, nor with one that is not there', async () => {
  const others = await addVehicle(cast.beto, 'B123456');
  for (const actor of [cast.ana, cast.admin]) {
    for (const vehicle_id of [others, '00000000-0000-4000-8000-000000000000']) {
      expect(await problemOf(book(actor, { vehicle_id }))).toBe('vehicle-not-found');
    }
  }
  expect(await problemOf(book(SERVICE, { user_id: cast.ana.id, vehicle_id: others }))).toBe('vehicle-not-found');
  expect(await refusalOf(book(ANONYMOUS, { vehicle_id: others }))).toBe('42501');
  expect(await refusalOf(book(cast.suspended, { vehicle_id: await addVehicle(cast.suspended, 'S1') }))).toBe('42501');
  expect(await countBookings()).toBe(0);
});

test('nobody writes the copy themselves, neither while booking nor later', async () => {
  const vehicleId = await addVehicle(cast.ana, 'A123456');
  for (const column of ['vehicle_name', 'vehicle_plate', 'vehicle_type']) {
    expect(await refusalOf(book(cast.ana, { vehicle_id: vehicleId, [column]: 'X9' }))).toBe('42501');
  }
  const forged = await book(SERVICE, { user_id: cast.ana.id, vehicle_id: vehicleId, vehicle_plate: 'X9' });
  expect(await copyOf(forged)).toMatchObject({ vehicle_plate: 'A123456' });
  const other = await addVehicle(cast.ana, 'A2');
  for (const [column, value] of [
    ['vehicle_id', other],
    ['vehicle_plate', 'X9'],
    ['vehicle_plate', null],
  ] as const) {
    const change = { [column]: value };
    for (const [actor, code] of [
      [cast.ana, '42501'],
      [cast.admin, '42501'],
      [SERVICE, '23514'],
    ] as const) {
      const write = as(sql, actor)`update public.reservations set ${sql(change)} where id = ${forged}`;
      expect(await refusalOf(write)).toBe(code);
    }
  }
  expect(await copyOf(forged)).toMatchObject({ vehicle_id: vehicleId, vehicle_plate: 'A123456' });
});

test('plate and name go with the account, from the reservation and from the log', async () => {
  const vehicleId = await addVehicle(cast.ana, 'A123456');
  const id = await book(cast.ana, { vehicle_id: vehicleId });
  await as(sql, cast.admin)`update public.reservations set status = 'cancelled' where id = ${id}`;
  const log = () => sql`select before, after from public.audit_log where subject_id = ${id}`;
  expect(JSON.stringify(await log())).toContain('A123456');

  await leave(sql, cast.ana);

  expect(await copyOf(id)).toEqual({ ...NONE, vehicle_type: 'sedan' });
  expect(await log()).toHaveLength(1);
  expect(JSON.stringify(await log())).not.toMatch(/A123456|Yaris/);
});

test('an administrator’s own vehicles leave the log with their account', async () => {
  await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
  await as(
    sql,
    cast.beto,
  )`insert into public.vehicles (user_id, name, plate, type) values (${cast.beto.id}, 'Civic', 'Z987', 'suv')`;
  const log = () => sql`select before, after from public.audit_log where subject_table = 'vehicles'`;
  expect(JSON.stringify(await log())).toContain('Z987');
  await leave(sql, cast.beto);
  expect(JSON.stringify(await log())).not.toMatch(/Z987|Civic/);
});

const foundBy = async (actor: Actor, words: string) => {
  const rows = await as(sql, actor)<{ id: string }[]>`select id from public.search_admin_reservations(${words})`;
  return rows.map(({ id }) => id);
};

test('the back office finds a reservation by its plate, however both are written', async () => {
  const id = await book(cast.ana, { vehicle_id: await addVehicle(cast.ana, 'a-987 654') });
  for (const words of ['A987654', 'a 987-654', '987654', '98-76', 'A-987']) {
    expect(await foundBy(cast.admin, words), words).toEqual([id]);
    expect(await foundBy(cast.ana, words), words).toEqual([id]);
    expect(await foundBy(cast.beto, words), words).toEqual([]);
  }
  for (const words of ['A987655', '- -', 'A9876543', `A987654${'-'.repeat(50)}x`]) {
    expect(await foundBy(cast.admin, words), words).not.toContain(id);
  }
  expect(await refusalOf(foundBy(ANONYMOUS, 'A987654'))).toBe('42501');
});

test('a removed vehicle is found by its whole plate, and the list shows the vehicle', async () => {
  const vehicleId = await addVehicle(cast.ana, 'G135790');
  const id = await book(cast.ana, { vehicle_id: vehicleId });
  await as(sql, cast.ana)`delete from public.vehicles where id = ${vehicleId}`;
  expect(await foundBy(cast.admin, 'g 135-790')).toEqual([id]);
  const listed = await as(
    sql,
    cast.admin,
  )`select vehicle_name, vehicle_plate, vehicle_type from public.admin_reservations where id = ${id}`;
  expect(listed).toEqual([{ vehicle_name: 'Yaris', vehicle_plate: 'G135790', vehicle_type: 'sedan' }]);
});
