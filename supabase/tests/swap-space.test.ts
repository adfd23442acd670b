import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, problemOf, readValue, reserve } from './as.ts';
import { activityOf, createReservation, createZone, type Reservation, readReservation, swap } from './changes-world.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
let spaces: string[];
let reservation: Reservation;
beforeEach(async () => {
  await sql`delete from public.parking_zones`;
  spaces = await createZone(sql, ['A-1', 'A-2', 'A-9', 'A-10', 'A-11']);
  reservation = await createReservation(sql, cast.ana, { spaceId: spaceAt(2), from: -0.2, to: 2 });
});

const spaceAt = (index: number) => spaces[index] ?? '';
const setStatus = (status: string, ...indexes: number[]) =>
  sql`update public.parking_spaces set status = ${status} where id = any(${indexes.map(spaceAt)})`;
const statusOf = async (id: string) => readValue(sql`select status from public.parking_spaces where id = ${id}`);
const reportsOf = ({ id }: Reservation) =>
  sql`select * from public.space_reports where reservation_id = ${id} order by created_at`;
const swapAsAna = (key?: string) => swap(sql, cast.ana, reservation, key);
const expectSwap = async (space: string) => expect((await swapAsAna()).parking_space_id).toBe(space);
const complete = (actor: Actor, { id }: Reservation) =>
  as(sql, actor)`update public.reservations set status = 'completed' where id = ${id}`;
const free = () => as(sql, cast.admin)`update public.parking_spaces set status = 'available' where id = ${spaceAt(2)}`;

test('a driver whose space is taken gets the nearest one by name, at the same amount', async () => {
  const swapped = await swapAsAna();
  expect(swapped).toEqual({ ...reservation, parking_space_id: spaceAt(1) });
  expect(await readReservation(sql, reservation.id)).toEqual(swapped);
  expect([await statusOf(spaceAt(2)), await statusOf(spaceAt(1))]).toEqual(['occupied', 'reserved']);
  const report = { parking_space_id: spaceAt(2), new_parking_space_id: spaceAt(1), user_id: cast.ana.id };
  expect(await reportsOf(reservation)).toMatchObject([
    { ...report, occupied_until: reservation.end_time, resolved_at: null },
  ]);
  expect(await activityOf(sql, cast.ana)).toEqual(['space_swapped']);
});

test('a space that is taken, closed or dearer is passed over', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 1, to: 3 });
  await setStatus('maintenance', 3);
  await sql`update public.parking_spaces set hourly_rate = 6 where id = ${spaceAt(0)}`;
  await expectSwap(spaceAt(4));
});

test('a space where somebody may be parked past their end comes last, and is better than none', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: -3, to: -1 });
  await setStatus('available', 1);
  await setStatus('maintenance', 3);
  await expectSwap(spaceAt(0));
  const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(4), from: -0.2, to: 2 });
  await setStatus('maintenance', 0);
  expect((await swap(sql, cast.beto, other)).parking_space_id).toBe(spaceAt(1));
});

test('without a free space of the zone it is the nearest zone within 1 km, at no higher price', async () => {
  await setStatus('maintenance', 0, 1, 2, 3, 4);
  const [near = ''] = await createZone(sql, ['B-1'], { latitude: 18.4756 + 0.005 });
  await createZone(sql, ['C-1'], { latitude: 18.4756 + 0.008 });
  await createZone(sql, ['D-1'], { latitude: 18.4756 + 0.003, rate: 6 });
  await createZone(sql, ['E-1'], { latitude: 18.4756 + 0.01 });
  await expectSwap(near);
});

test('where nothing is free the driver keeps the space, and the operator hears of it all the same', async () => {
  await setStatus('maintenance', 0, 1, 2, 3, 4);
  await createZone(sql, ['E-1'], { latitude: 18.4756 + 0.01 });
  expect(await swapAsAna()).toEqual(reservation);
  expect(await reportsOf(reservation)).toMatchObject([{ new_parking_space_id: null, resolved_at: null }]);
  expect(await activityOf(sql, cast.ana)).toEqual(['space_reported']);
});

test('a repeat with the same key swaps once, and a new try from the former space does not swap', async () => {
  const key = randomUUID();
  const first = await swapAsAna(key);
  expect(await swapAsAna(key)).toEqual(first);
  expect(await problemOf(swapAsAna())).toBe('reservation-changed');
  expect(await reportsOf(reservation)).toHaveLength(1);
  const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(4), from: -1, to: 1 });
  expect(await problemOf(swap(sql, cast.beto, other, key))).toBe('23505');
  expect(await problemOf(swap(sql, cast.beto, first))).toBe('no-such-reservation');
});

test.each([
  [0.3, 1, 'swap-outside-reservation'],
  [0.2, 1, null],
  [-2, -0.1, 'swap-outside-reservation'],
])('a space is swapped from 15 minutes before the start to the end: from %d to %d', async (from, to, problem) => {
  const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(0), from, to });
  if (problem === null) expect((await swap(sql, cast.beto, other)).parking_space_id).toBe(spaceAt(1));
  else expect(await problemOf(swap(sql, cast.beto, other))).toBe(problem);
});

test('a driver swaps 3 times a reservation and 5 times an hour; an administrator helps beyond', async () => {
  let current = reservation;
  for (let times = 0; times < 3; times += 1) current = await swap(sql, cast.ana, current);
  expect(await problemOf(swap(sql, cast.ana, current))).toBe('too-many-swaps');
  expect((await swap(sql, cast.admin, current)).parking_space_id).not.toBe(current.parking_space_id);
  const [second = ''] = await createZone(sql, ['F-1', 'F-2']);
  const other = await createReservation(sql, cast.ana, { spaceId: second, from: 0, to: 1 });
  await sql`
    insert into public.user_activity (user_id, activity_type)
    values (${cast.ana.id}, 'space_reported'), (${cast.ana.id}, 'space_reported')`;
  expect(await problemOf(swap(sql, cast.ana, other))).toBe('too-many-swaps-in-an-hour');
});

test('nobody books the space that somebody else stands on, until the operator frees it, which resolves the report', async () => {
  await swapAsAna();
  const book = () => reserve(sql, cast.beto, { spaceId: spaceAt(2), from: 0, to: 1 });
  expect(await problemOf(book())).toBe('space-taken');
  await free();
  await book();
  const [report] = await reportsOf(reservation);
  expect(report).toMatchObject({ resolved_at: expect.any(Date) });
  const resolved = await sql`
    select actor_id from public.audit_log where subject_table = 'space_reports' and action = 'update' order by id desc limit 1`;
  expect(resolved).toEqual([{ actor_id: cast.admin.id }]);
});

test('a reported space is free again when the reservation would have ended', async () => {
  await swapAsAna();
  await sql`select private.run_due_work()`;
  expect(await statusOf(spaceAt(2))).toBe('occupied');
  await sql`update public.space_reports set occupied_until = now() where reservation_id = ${reservation.id}`;
  await sql`select private.run_due_work()`;
  expect(await statusOf(spaceAt(2))).toBe('available');
  expect(await reportsOf(reservation)).toMatchObject([{ resolved_at: expect.any(Date) }]);
});

test('a reported space is free again when the driver who stayed too long ends that reservation, and nobody else', async () => {
  await setStatus('maintenance', 0, 1, 3, 4);
  const late = await createReservation(sql, cast.beto, { spaceId: spaceAt(2), from: -3, to: -0.3 });
  const later = await createReservation(sql, cast.beto, { spaceId: spaceAt(2), from: -5, to: -4 });
  await swapAsAna();
  for (const [actor, ended] of [[cast.admin, later] as const, [cast.ana, reservation] as const]) {
    await complete(actor, ended);
    expect(await statusOf(spaceAt(2))).toBe('occupied');
  }
  await complete(cast.beto, late);
  expect(await statusOf(spaceAt(2))).toBe('available');
  expect(await reportsOf(reservation)).toMatchObject([{ resolved_at: expect.any(Date) }]);
});
