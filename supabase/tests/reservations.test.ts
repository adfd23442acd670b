import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import {
  ANONYMOUS,
  as,
  type Cast,
  createCast,
  createSpace,
  hoursFromNow,
  refusalOf,
  reserve,
  reserveInPast,
  SERVICE,
} from './as.ts';

let database: TestDatabase;
let cast: Cast;

beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
});
afterAll(() => database.close());

const statusOf = async (id: string) => {
  const [row] = await database.sql`select status from public.reservations where id = ${id}`;
  return row?.status;
};
const spaceStatusOf = async (id: string) => {
  const [row] = await database.sql`select status from public.parking_spaces where id = ${id}`;
  return row?.status;
};

test('a driver reserves a free space, and the database sets the price', async () => {
  const { spaceId } = await createSpace(database.sql, { hourlyRate: 7.5 });
  const row = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 3, amount: 0 });
  expect(Number(row.total_amount)).toBe(15);
});

test('a space without a rate costs what its zone asks, and 5 dollars an hour without that', async () => {
  const ofZone = await createSpace(database.sql, { hourlyRate: null, zonePrice: 8 });
  const ofNobody = await createSpace(database.sql, { hourlyRate: null, zonePrice: null });
  const free = await createSpace(database.sql, { hourlyRate: 0 });
  const price = async (spaceId: string) =>
    Number((await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2, amount: 99 })).total_amount);
  expect([await price(ofZone.spaceId), await price(ofNobody.spaceId), await price(free.spaceId)]).toEqual([8, 5, 0]);
});

test('a driver cannot reserve a space already taken for part of that time', async () => {
  const { spaceId } = await createSpace(database.sql);
  await reserve(database.sql, cast.ana, { spaceId, from: 10, to: 12 });
  expect(await refusalOf(reserve(database.sql, cast.beto, { spaceId, from: 11, to: 13 }))).toBe('23P01');
});

/** A reservation between two exact moments. */
const reserveExactly = (actor: typeof cast.ana, spaceId: string, start: Date, end: Date) =>
  as(
    database.sql,
    actor,
    (tx) => tx`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time)
      values (${actor.id}, ${spaceId}, ${start}, ${end})`,
  );

test('one reservation may begin in the moment another ends', async () => {
  const { spaceId } = await createSpace(database.sql);
  const end = hoursFromNow(2);
  await reserveExactly(cast.ana, spaceId, hoursFromNow(1), end);
  await expect(reserveExactly(cast.beto, spaceId, end, hoursFromNow(4))).resolves.toBeDefined();
});

test('a cancelled reservation frees its time', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 3 });
  await as(database.sql, cast.ana, (tx) => tx`update public.reservations set status = 'cancelled' where id = ${id}`);
  await expect(reserve(database.sql, cast.beto, { spaceId, from: 1, to: 3 })).resolves.toMatchObject({
    status: 'active',
  });
});

test('of fifty drivers who want one space at once exactly one gets it, and the others hear that it is taken', async () => {
  const { spaceId } = await createSpace(database.sql);
  const attempts = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      reserve(database.sql, index % 2 ? cast.ana : cast.beto, { spaceId, from: 1, to: 2 }).then(
        () => 'reserved',
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(attempts.filter((outcome) => outcome === 'reserved')).toHaveLength(1);
  expect(attempts.filter((outcome) => outcome === '23P01')).toHaveLength(49);
});

test('a reservation ends after it starts', async () => {
  const { spaceId } = await createSpace(database.sql);
  const moment = hoursFromNow(2);
  expect(await refusalOf(reserveExactly(cast.ana, spaceId, moment, moment))).toBe('23514');
  expect(await refusalOf(reserve(database.sql, cast.ana, { spaceId, from: 2, to: 1 }))).toBe('23514');
});

test('nobody reserves in the name of somebody else, or of nobody', async () => {
  const { spaceId } = await createSpace(database.sql);
  expect(await refusalOf(reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2, owner: cast.beto.id }))).toBe(
    '42501',
  );
  expect(await refusalOf(reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2, owner: null }))).toBe('42501');
  expect(await refusalOf(reserve(database.sql, ANONYMOUS, { spaceId, from: 1, to: 2, owner: cast.ana.id }))).toBe(
    '42501',
  );
});

test('a suspended driver cannot reserve', async () => {
  const { spaceId } = await createSpace(database.sql);
  expect(await refusalOf(reserve(database.sql, cast.suspended, { spaceId, from: 1, to: 2 }))).toBe('42501');
});

test('a space under maintenance cannot be reserved', async () => {
  const { spaceId } = await createSpace(database.sql);
  await database.sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceId}`;
  expect(await refusalOf(reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 }))).toBe('23514');
});

test('the same booking sent twice is one booking', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  expect(['23505', '23P01']).toContain(
    await refusalOf(reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2, id })),
  );
  const [row] =
    await database.sql`select count(*)::int as rows from public.reservations where parking_space_id = ${spaceId}`;
  expect(row?.rows).toBe(1);
});

test('a driver sees no reservation of another driver', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  const seen = (actor: typeof cast.ana) =>
    as(database.sql, actor, (tx) => tx`select id from public.reservations where id = ${id}`);
  expect(await seen(cast.ana)).toHaveLength(1);
  expect(await seen(cast.beto)).toHaveLength(0);
  expect(await seen(cast.admin)).toHaveLength(1);
  expect(await refusalOf(seen(ANONYMOUS))).toBe('42501');
});

test('a driver cannot end the reservation of another driver', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  const changed = await as(
    database.sql,
    cast.beto,
    (tx) => tx`
    update public.reservations set status = 'cancelled' where id = ${id} returning id`,
  );
  expect(changed).toHaveLength(0);
  expect(await statusOf(id)).toBe('active');
});

test('a driver ends their own reservation once, and an ended one stays as it is', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 2 });
  const end = (status: string) =>
    as(
      database.sql,
      cast.ana,
      (tx) => tx`update public.reservations set status = ${status} where id = ${id} returning id`,
    );
  expect(await end('completed')).toHaveLength(1);
  expect(await end('cancelled')).toHaveLength(0);
  expect(await statusOf(id)).toBe('completed');
});

test('neither a driver nor an administrator can call a reservation expired or move it back', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  for (const actor of [cast.ana, cast.admin]) {
    const expire = as(
      database.sql,
      actor,
      (tx) => tx`update public.reservations set status = 'expired' where id = ${id}`,
    );
    expect(await refusalOf(expire)).toBe('42501');
  }
  await as(database.sql, cast.admin, (tx) => tx`update public.reservations set status = 'cancelled' where id = ${id}`);
  const revive = as(
    database.sql,
    SERVICE,
    (tx) => tx`update public.reservations set status = 'active' where id = ${id}`,
  );
  expect(await refusalOf(revive)).toBe('23514');
});

test('price, times, space and person of a reservation never change', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  const asDriver = as(
    database.sql,
    cast.ana,
    (tx) => tx`update public.reservations set total_amount = 0 where id = ${id}`,
  );
  expect(await refusalOf(asDriver)).toBe('42501');
  const asService = as(
    database.sql,
    SERVICE,
    (tx) => tx`update public.reservations set total_amount = 0 where id = ${id}`,
  );
  expect(await refusalOf(asService)).toBe('23514');
});

test('a space is reserved while a reservation covers now, and available again when it ends', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
  expect(await spaceStatusOf(spaceId)).toBe('reserved');
  await as(database.sql, cast.ana, (tx) => tx`update public.reservations set status = 'completed' where id = ${id}`);
  expect(await spaceStatusOf(spaceId)).toBe('available');
});

test('a reservation in the future leaves its space available', async () => {
  const { spaceId } = await createSpace(database.sql);
  await reserve(database.sql, cast.ana, { spaceId, from: 5, to: 6 });
  expect(await spaceStatusOf(spaceId)).toBe('available');
});

test('due work frees spaces whose reservation is over, expires stays a day after their end and leaves maintenance alone', async () => {
  const over = await createSpace(database.sql);
  const closed = await createSpace(database.sql);
  const recent = await reserveInPast(database.sql, cast.ana, { spaceId: over.spaceId, from: -4, to: -2 });
  const old = await reserveInPast(database.sql, cast.ana, { spaceId: over.spaceId, from: -30, to: -25 });
  await reserve(database.sql, cast.ana, { spaceId: closed.spaceId, from: -1, to: 1 });
  await database.sql`update public.parking_spaces set status = 'reserved' where id = ${over.spaceId}`;
  await database.sql`update public.parking_spaces set status = 'maintenance' where id = ${closed.spaceId}`;
  await database.sql`select public.run_due_work()`;
  expect(await spaceStatusOf(over.spaceId)).toBe('available');
  expect(await spaceStatusOf(closed.spaceId)).toBe('maintenance');
  expect(await statusOf(old.id)).toBe('expired');
  expect(await statusOf(recent.id)).toBe('active');
});

test('nobody but the service runs the due work', async () => {
  for (const actor of [ANONYMOUS, cast.ana, cast.admin]) {
    expect(await refusalOf(as(database.sql, actor, (tx) => tx`select public.run_due_work()`))).toBe('42501');
  }
});

test('deleting an account keeps its reservations, without the person', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { ana } = await createCast(database.sql);
  const { id } = await reserve(database.sql, ana, { spaceId, from: 1, to: 2 });
  await database.sql`delete from auth.users where id = ${ana.id}`;
  const [row] = await database.sql`select user_id, status from public.reservations where id = ${id}`;
  expect(row).toEqual({ user_id: null, status: 'active' });
});

test('booking and ending leave traces in the activity of the person', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { ana } = await createCast(database.sql);
  const { id } = await reserve(database.sql, ana, { spaceId, from: 1, to: 2 });
  await as(database.sql, ana, (tx) => tx`update public.reservations set status = 'cancelled' where id = ${id}`);
  const types = await as(database.sql, ana, (tx) => tx`select activity_type from public.user_activity`);
  expect(types.map(({ activity_type }) => activity_type).toSorted()).toEqual([
    'reservation_cancelled',
    'reservation_created',
  ]);
});
