import { beforeEach, describe, expect, test } from 'vitest';
import { hoursFromNow, problemOf, reserve } from './as.ts';
import { change, createReservation, createZone, readReservation, swap } from './changes-world.ts';
import {
  listTouched,
  type Resolution,
  readSpace,
  resolve,
  type SpaceStatus,
  seeSpaces,
  setStatus,
  type TouchedReservation,
} from './space-status-world.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
let spaces: string[];
beforeEach(async () => {
  for (const table of ['reservations', 'parking_spaces', 'parking_zones'])
    await sql`delete from ${sql(`public.${table}`)}`;
  spaces = await createZone(sql, ['A-1', 'A-2', 'A-3', 'A-4']);
});

const spaceAt = (index: number) => spaces[index] ?? '';
const OUT: SpaceStatus = { status: 'maintenance', reason: 'The asphalt is new' };

const see = (...indexes: number[]) => seeSpaces(sql, indexes.map(spaceAt));
/** Sets the status of spaces as they are now. */
const set = async (indexes: readonly number[], change: SpaceStatus) =>
  setStatus(sql, cast.admin, await see(...indexes), change);
const touched = (indexes: readonly number[], endsAt: Date | null = null, startsAt: Date | null = null) =>
  listTouched(sql, cast.admin, indexes.map(spaceAt), endsAt, startsAt);
/** The reservations of the first space that are touched, at least one. */
const touchedOfFirst = async () => [...(await touched([0]))] as [TouchedReservation, ...TouchedReservation[]];
const read = (index: number) => readSpace(sql, spaceAt(index));
const statuses = async (...indexes: number[]) => Promise.all(indexes.map(async (index) => (await read(index))?.status));
const createOn = (index: number, from: number, to: number, driver = cast.ana) =>
  createReservation(sql, driver, { spaceId: spaceAt(index), from, to });
const reserveOn = (index: number, from: number, to: number, driver = cast.ana) =>
  reserve(sql, driver, { spaceId: spaceAt(index), from, to });

describe('the status that an operator sets', () => {
  test('is one of three, with a reason, until it is available again', async () => {
    await set([0, 1], OUT);
    await set([2], { status: 'occupied', reason: ' A lorry unloads ' });
    expect(await Promise.all([0, 1, 2, 3].map(read))).toMatchObject([
      { status: 'maintenance', override: 'maintenance', reason: 'The asphalt is new' },
      { status: 'maintenance' },
      { status: 'occupied', override: 'occupied', reason: 'A lorry unloads' },
      { status: 'available', override: null },
    ]);
    await set([0, 2], { status: 'available' });
    const available = { status: 'available', override: null };
    expect([await read(0), await read(2)]).toMatchObject([available, available]);
  });

  test.each([
    ['no space', 'too-many-spaces-at-once', [], OUT],
    ['more than 500 spaces', 'too-many-spaces-at-once', Array(501).fill(0), OUT],
    ['no reason', 'status-reason-required', [0], { status: 'maintenance', reason: '  ' }],
    ['a time that is over', 'status-end-out-of-range', [0], { ...OUT, endsAt: hoursFromNow(-1) }],
    ['a time far away', 'status-end-out-of-range', [0], { ...OUT, endsAt: hoursFromNow(24 * 400) }],
    ['a status that follows reservations', '23514', [0], { status: 'reserved' }],
    ['a reason of 301 characters', '23514', [0], { status: 'maintenance', reason: 'x'.repeat(301) }],
  ])('is rejected with %s', async (_, problem, indexes, change) => {
    const seen = indexes.map((index) => ({ id: spaceAt(index), status: 'available', version: null }));
    expect(await problemOf(setStatus(sql, cast.admin, seen, change))).toBe(problem);
  });

  test('overwrites nothing that another operator set meanwhile', async () => {
    const seen = await see(0);
    await set([0], { ...OUT, reason: 'Set first' });
    for (const change of [{ ...OUT, reason: 'Set second' }, { status: 'occupied' }]) {
      expect(await problemOf(setStatus(sql, cast.admin, seen, change))).toBe('space-status-changed');
    }
    expect(await read(0)).toMatchObject({ status: 'maintenance', reason: 'Set first' });
  });

  test('may be repeated after a lost response, and changes nothing then', async () => {
    const stale = await see(0);
    await reserveOn(0, 1, 2);
    const change = { ...OUT, resolutions: [resolve((await touchedOfFirst())[0], 'cancel')] };
    const countEntries = () => sql`select count(*)::int as count from public.audit_log`;
    await setStatus(sql, cast.admin, stale, change);
    const entries = await countEntries();
    await setStatus(sql, cast.admin, stale, change);
    expect(await countEntries()).toEqual(entries);
  });

  test('is not overwritten by a booking, a report or the jobs', async () => {
    const reservation = await createOn(0, -0.2, 1);
    await set([0], { status: 'occupied' });
    await swap(sql, cast.ana, reservation);
    await sql`update public.space_reports set occupied_until = now() - interval '1 minute'`;
    await sql`select private.run_due_work()`;
    expect(await read(0)).toMatchObject({ status: 'occupied', override: 'occupied' });
  });

  test('ends once at its time, whichever server looks first, and is reserved where a reservation is under way', async () => {
    await set([0, 1], { ...OUT, endsAt: hoursFromNow(1) });
    await set([2], OUT);
    await createOn(1, -1, 1);
    await sql`select private.run_due_work()`;
    expect(await statuses(0, 1, 2)).toEqual(Array(3).fill('maintenance'));
    await sql`update public.space_status_overrides set ends_at = now() where ends_at is not null`;
    await sql`delete from private.due_work`;
    const ran = await Promise.all(
      Array.from({ length: 4 }, () => sql`select private.run_scheduled_jobs_once() as ran`),
    );
    expect(ran.flat().filter((row) => row.ran)).toHaveLength(1);
    expect(await statuses(0, 1, 2)).toEqual(['available', 'reserved', 'maintenance']);
    expect(await sql`select id from public.space_status_overrides`).toEqual([{ id: spaceAt(2) }]);
  });
});

describe('maintenance that an operator plans', () => {
  const startsAt = hoursFromNow(24);
  const endsAt = hoursFromNow(30);
  const PLAN: SpaceStatus = { ...OUT, startsAt, endsAt };
  const isFree = async (index: number, from: number, to: number) => {
    const [space] = await sql`
      select status from public.find_spaces(${hoursFromNow(from)}, ${hoursFromNow(to)}) where id = ${spaceAt(index)}`;
    return space?.status === 'available';
  };

  test('leaves the space as it is until then, and nobody reserves or extends into it', async () => {
    await set([0], PLAN);
    expect(await read(0)).toMatchObject({ status: 'available', override: 'maintenance' });
    expect([await isFree(0, 22, 23.9), await isFree(0, 23, 25), await isFree(0, 30, 31)]).toEqual([true, false, true]);
    const before = await reserveOn(0, 22, 23.9);
    await reserveOn(0, 30, 31, cast.beto);
    expect(await problemOf(reserveOn(0, 25, 26))).toBe('space-taken');
    expect(await problemOf(change(sql, cast.ana, await readReservation(sql, before.id), { hours: 3 }))).toBe(
      'space-taken',
    );
    await set([0], { status: 'available' });
    expect(await isFree(0, 25, 26)).toBe(true);
  });

  test('touches the reservations within its time, and begins and ends by itself', async () => {
    await reserveOn(0, 10, 11);
    const inside = await reserveOn(0, 23, 25, cast.beto);
    const [reservation, ...others] = await touched([0], endsAt, startsAt);
    expect([reservation?.id, others]).toEqual([inside.id, []]);
    expect(await problemOf(set([0], PLAN))).toBe('touched-reservations-changed');
    await set([0], { ...PLAN, resolutions: reservation ? [resolve(reservation, 'move', spaceAt(1))] : [] });
    await sql`update public.space_status_overrides set starts_at = now()`;
    await sql`select private.run_due_work()`;
    expect(await statuses(0, 1)).toEqual(['maintenance', 'available']);
    await sql`update public.space_status_overrides set ends_at = now()`;
    await sql`select private.run_due_work()`;
    expect(await read(0)).toMatchObject({ status: 'available', override: null });
  });
});

describe('the reservations that a space out of service touches', () => {
  test('are those ahead and under way up to its end, with what can become of them', async () => {
    await createOn(0, -3, -2);
    const underWay = await createOn(0, -1, 1);
    const next = await createOn(0, 2, 3, cast.beto);
    const late = await createOn(1, 30, 31, cast.beto);
    const targets = ['A-3', 'A-4'].map((name) => expect.objectContaining({ name }));
    expect(await touched([0, 1])).toMatchObject([
      { id: underWay.id, phase: 'under_way', targets },
      { id: next.id, phase: 'future', targets },
      { id: late.id, phase: 'future', targets },
    ]);
    expect((await touched([0, 1], hoursFromNow(24))).map(({ id }) => id)).toEqual([underWay.id, next.id]);
  });

  test('are moved, cancelled or left where they are, all in one transaction, and nobody books the space then', async () => {
    const underWay = await createOn(0, -1, 1, cast.beto);
    const moved = await reserveOn(0, 2, 3);
    const cancelled = await reserveOn(0, 4, 5, cast.beto);
    const seen = await touchedOfFirst();
    const actions: [string, string?][] = [['keep'], ['move', spaceAt(3)], ['cancel']];
    await set([0], { ...OUT, resolutions: seen.map((one, index) => resolve(one, ...(actions[index] ?? ['']))) });
    expect(await readReservation(sql, underWay.id)).toEqual(underWay);
    expect(await readReservation(sql, moved.id)).toMatchObject({ parking_space_id: spaceAt(3), status: 'active' });
    expect(await readReservation(sql, cancelled.id)).toMatchObject({ status: 'cancelled' });
    const log = await sql`
      select subject_id from public.audit_log where subject_table = 'reservations' and actor_id = ${cast.admin.id}`;
    expect(log.map(({ subject_id: id }) => id).toSorted()).toEqual([moved.id, cancelled.id].toSorted());
    expect(await problemOf(reserveOn(0, 6, 7))).toBe('space-taken');
  });

  test.each([
    ['under way', -1, false],
    ['ahead, of a driver who has arrived', 0.1, true],
  ])('are moved, and never cancelled: %s', async (_, from, hasArrived) => {
    const { id } = await createOn(0, from, 1);
    if (hasArrived) await sql`update public.reservations set arrived_at = now() where id = ${id}`;
    const [seen] = await touchedOfFirst();
    expect(seen.phase).toBe('under_way');
    const cancelling = set([0], { ...OUT, resolutions: [resolve(seen, 'cancel')] });
    expect(await problemOf(cancelling)).toBe('touched-reservations-changed');
    await set([0], { ...OUT, resolutions: [resolve(seen, 'move', spaceAt(1))] });
    expect(await readReservation(sql, id)).toMatchObject({ parking_space_id: spaceAt(1) });
  });

  test('leave all as it was when one is not resolved, changed or has nowhere to go', async () => {
    const first = await reserveOn(0, 1, 2);
    const [reservation] = await touchedOfFirst();
    const attempt = (...resolutions: Resolution[]) => problemOf(set([0], { ...OUT, resolutions }));
    const cancel = resolve(reservation, 'cancel');
    const later = { ...cancel, end_time: hoursFromNow(9).toISOString() };
    for (const resolutions of [[], [resolve(reservation, 'keep')], [later]]) {
      expect(await attempt(...resolutions)).toBe('touched-reservations-changed');
    }
    await reserveOn(0, 3, 4, cast.beto);
    expect(await attempt(cancel)).toBe('touched-reservations-changed');
    const second = resolve((await touchedOfFirst())[1] as TouchedReservation, 'cancel');
    await reserveOn(1, 1.5, 3, cast.beto);
    // Out of service itself, of nobody, none, or taken meanwhile.
    for (const target of [spaceAt(0), crypto.randomUUID(), null, spaceAt(1)]) {
      expect(await attempt(second, resolve(reservation, 'move', target))).toBe('move-target-taken');
    }
    expect(await statuses(0)).toEqual(['available']);
    expect(await readReservation(sql, first.id)).toMatchObject({ status: 'active', parking_space_id: spaceAt(0) });
    expect(await sql`select id from public.reservations where status = 'cancelled'`).toEqual([]);
  });
});

test('a booking at the same moment is either in the way or too late, and never on a space out of service', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [spaceId = ''] = await createZone(sql, ['R-1']);
    const seen = await seeSpaces(sql, [spaceId]);
    const [booked, saved] = await Promise.allSettled([
      reserve(sql, round % 2 ? cast.ana : cast.beto, { spaceId, from: 1 + round * 2, to: 2 + round * 2 }),
      setStatus(sql, cast.admin, seen, OUT),
    ]);
    expect([booked.status, saved.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const { count } = await sql`select id from public.reservations where parking_space_id = ${spaceId}`;
    const { status } = (await readSpace(sql, spaceId)) ?? {};
    expect([count, status]).toEqual(booked.status === 'fulfilled' ? [1, 'available'] : [0, 'maintenance']);
  }
});
