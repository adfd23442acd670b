import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  ANONYMOUS,
  as,
  type Cast,
  createCast,
  hoursFromNow,
  problemOf,
  reserve,
  withoutRules,
} from './as.ts';
import { createReservation, createZone, readReservation } from './changes-world.ts';
import { listTouched, readSpace, resolve, type SpaceStatus, seeSpaces, setStatus } from './space-status-world.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
let spaces: string[];
beforeEach(async () => {
  await sql`delete from public.reservations`;
  await sql`delete from public.parking_spaces`;
  await sql`delete from public.parking_zones`;
  cast = await createCast(sql);
  spaces = await createZone(sql, ['A-1', 'A-2', 'A-3', 'A-4']);
});

const spaceAt = (index: number) => spaces[index] ?? '';
const OUT: SpaceStatus = { status: 'maintenance', reason: 'The asphalt is new' };

/** Sets the status of spaces as they are now. */
async function set(indexes: readonly number[], change: SpaceStatus, actor: Actor = cast.admin) {
  return setStatus(sql, actor, await seeSpaces(sql, indexes.map(spaceAt)), change);
}
const touched = (indexes: readonly number[], endsAt: Date | null = null, actor: Actor = cast.admin) =>
  listTouched(sql, actor, indexes.map(spaceAt), endsAt);
const statusOf = async (index: number) => (await readSpace(sql, spaceAt(index)))?.status;

describe('the status that an operator sets', () => {
  test('is one of three, with a reason that only administrators read', async () => {
    await set([0, 1], OUT);
    await set([2], { status: 'occupied', reason: ' A lorry unloads ' });
    expect(await Promise.all([0, 1, 2, 3].map((index) => readSpace(sql, spaceAt(index))))).toMatchObject([
      { status: 'maintenance', override: 'maintenance', reason: 'The asphalt is new' },
      { status: 'maintenance' },
      { status: 'occupied', override: 'occupied', reason: 'A lorry unloads' },
      { status: 'available', override: null },
    ]);
    const read = (actor: Actor) => as(sql, actor)`select reason from public.space_status_overrides`;
    expect(await read(cast.admin)).toHaveLength(3);
    expect(await read(cast.ana)).toHaveLength(0);
    expect(await problemOf(read(ANONYMOUS))).toBe('42501');

    await set([0, 2], { status: 'available' });
    expect(await readSpace(sql, spaceAt(0))).toMatchObject({ status: 'available', override: null });
    expect(await readSpace(sql, spaceAt(2))).toMatchObject({ status: 'available', override: null });
  });

  test.each([
    ['no space', 'too-many-spaces-at-once', [], OUT],
    ['no reason', 'status-reason-required', [0], { status: 'maintenance', reason: '  ' }],
    ['a time that is over', 'status-end-out-of-range', [0], { ...OUT, endsAt: hoursFromNow(-1) }],
    ['a time far away', 'status-end-out-of-range', [0], { ...OUT, endsAt: hoursFromNow(24 * 400) }],
    ['a status that follows reservations', '23514', [0], { status: 'reserved' }],
    ['a reason of 301 characters', '23514', [0], { status: 'maintenance', reason: 'x'.repeat(301) }],
  ] as const)('is rejected with %s', async (_what, problem, indexes, change) => {
    expect(await problemOf(set(indexes, change))).toBe(problem);
    expect(await statusOf(0)).toBe('available');
  });

  test('is rejected for more than 500 spaces', async () => {
    const seen = Array.from({ length: 501 }, () => ({ id: spaceAt(0), status: 'available', version: null }));
    expect(await problemOf(setStatus(sql, cast.admin, seen, OUT))).toBe('too-many-spaces-at-once');
  });

  test('is recorded with who, what it was and what it is', async () => {
    await set([0], OUT);
    await set([0], { status: 'available' });
    const log = await sql`
      select action, subject_table, before ->> 'status' as before, after ->> 'status' as after
      from public.audit_log
      where subject_id = ${spaceAt(0)} and actor_id = ${cast.admin.id} order by id`;
    expect(log.map(({ action, subject_table: table, before, after }) => [action, table, before, after])).toEqual([
      ['insert', 'space_status_overrides', null, 'maintenance'],
      ['update', 'parking_spaces', 'available', 'maintenance'],
      ['update', 'parking_spaces', 'maintenance', 'available'],
      ['delete', 'space_status_overrides', 'maintenance', null],
    ]);
  });

  test('overwrites nothing that another operator set meanwhile', async () => {
    const stale = await seeSpaces(sql, [spaceAt(0)]);
    await set([0], { ...OUT, reason: 'Set first' });
    expect(await problemOf(setStatus(sql, cast.admin, stale, { ...OUT, reason: 'Set second' }))).toBe(
      'space-status-changed',
    );
    const seen = await seeSpaces(sql, [spaceAt(0)]);
    await set([0], { ...OUT, reason: 'Set third' });
    expect(await problemOf(setStatus(sql, cast.admin, seen, { status: 'occupied' }))).toBe('space-status-changed');
    expect(await readSpace(sql, spaceAt(0))).toMatchObject({ status: 'maintenance', reason: 'Set third' });
  });

  test('may be repeated after a lost response, and changes nothing then', async () => {
    const stale = await seeSpaces(sql, [spaceAt(0)]);
    await reserve(sql, cast.ana, { spaceId: spaceAt(0), from: 1, to: 2 });
    const [reservation] = await touched([0]);
    const change = { ...OUT, resolutions: reservation ? [resolve(reservation, 'cancel')] : [] };
    await setStatus(sql, cast.admin, stale, change);
    const [entries] = await sql`select count(*)::int as count from public.audit_log`;
    await setStatus(sql, cast.admin, stale, change);
    expect(await sql`select count(*)::int as count from public.audit_log`).toEqual([entries]);
  });

  test('is not overwritten by a booking, a report or the jobs', async () => {
    const reservation = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: -0.2, to: 1 });
    await set([0], { status: 'occupied' });
    await as(sql, cast.ana)`select public.swap_space(${reservation.id}, ${spaceAt(0)}, gen_random_uuid())`;
    await sql`update public.space_reports set occupied_until = now() - interval '1 minute'`;
    await sql`select public.run_due_work()`;
    expect(await readSpace(sql, spaceAt(0))).toMatchObject({ status: 'occupied', override: 'occupied' });
  });

  test('takes over from a report, which the job would have freed', async () => {
    const reservation = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: -0.2, to: 1 });
    await as(sql, cast.ana)`select public.swap_space(${reservation.id}, ${spaceAt(0)}, gen_random_uuid())`;
    await set([0], { status: 'occupied', reason: 'A wreck' });
    const [report] = await sql`select resolved_by from public.space_reports where reservation_id = ${reservation.id}`;
    expect(report).toEqual({ resolved_by: cast.admin.id });
    await sql`select public.run_due_work()`;
    expect(await statusOf(0)).toBe('occupied');
  });

  test('available is reserved where a reservation is under way', async () => {
    await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: -1, to: 1 });
    await set([0], { status: 'occupied' });
    await set([0], { status: 'available' });
    expect(await statusOf(0)).toBe('reserved');
  });

  test('ends once at its time, whichever server looks first', async () => {
    await set([0, 1], { ...OUT, endsAt: hoursFromNow(1) });
    await set([2], OUT);
    await createReservation(sql, cast.ana, { spaceId: spaceAt(1), from: -1, to: 1 });
    await sql`select public.run_due_work()`;
    expect(await Promise.all([statusOf(0), statusOf(1), statusOf(2)])).toEqual(Array(3).fill('maintenance'));
    await sql`update public.space_status_overrides set ends_at = now() where ends_at is not null`;
    await sql`delete from private.due_work`;
    const ran = await Promise.all(
      Array.from({ length: 4 }, () => sql`select private.run_scheduled_jobs_once() as ran`),
    );
    expect(ran.flat().filter((row) => row.ran)).toHaveLength(1);
    expect(await Promise.all([0, 1, 2].map(statusOf))).toEqual(['available', 'reserved', 'maintenance']);
    expect(await sql`select id from public.space_status_overrides`).toEqual([{ id: spaceAt(2) }]);
  });
});

describe('the reservations that a space out of service touches', () => {
  test('are those ahead and under way up to its end, with what can become of them', async () => {
    await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: -3, to: -2 });
    const underWay = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: -1, to: 1 });
    const next = await createReservation(sql, cast.beto, { spaceId: spaceAt(0), from: 2, to: 3 });
    const late = await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 30, to: 31 });
    const read = async (endsAt: Date | null) =>
      (await touched([0, 1], endsAt)).map(({ id, phase, targets }) => ({
        id,
        phase,
        targets: targets.map(({ name }) => name),
      }));
    expect(await read(null)).toEqual([
      { id: underWay.id, phase: 'under_way', targets: ['A-3', 'A-4'] },
      { id: next.id, phase: 'future', targets: ['A-3', 'A-4'] },
      { id: late.id, phase: 'future', targets: ['A-3', 'A-4'] },
    ]);
    expect((await read(hoursFromNow(24))).map(({ id }) => id)).toEqual([underWay.id, next.id]);
  });

  test('move to spaces of the zone, then of zones within 1 km, at no higher price', async () => {
    await createZone(sql, ['B-1'], { latitude: 18.4756 + 0.005 });
    await createZone(sql, ['C-1'], { latitude: 18.4756 + 0.003, rate: 6 });
    await createZone(sql, ['D-1'], { latitude: 18.4756 + 0.02 });
    await createReservation(sql, cast.ana, { spaceId: spaceAt(2), from: 1, to: 2 });
    await createReservation(sql, cast.ana, { spaceId: spaceAt(3), from: 1, to: 2 });
    const [reservation] = await touched([2, 0]);
    expect(reservation?.targets.map(({ name }) => name)).toEqual(['A-2', 'B-1']);
  });

  test('are moved, cancelled or left where they are, all in one transaction', async () => {
    const underWay = await createReservation(sql, cast.beto, { spaceId: spaceAt(0), from: -1, to: 1 });
    const moved = await reserve(sql, cast.ana, { spaceId: spaceAt(0), from: 2, to: 3 });
    const cancelled = await reserve(sql, cast.beto, { spaceId: spaceAt(0), from: 4, to: 5 });
    const [first, second, third] = await touched([0]);
    if (!(first && second && third)) throw new Error('Three stays were expected');
    await set([0], {
      ...OUT,
      resolutions: [resolve(first, 'keep'), resolve(second, 'move', spaceAt(3)), resolve(third, 'cancel')],
    });
    expect(await readReservation(sql, underWay.id)).toEqual(underWay);
    expect(await readReservation(sql, moved.id)).toMatchObject({ parking_space_id: spaceAt(3), status: 'active' });
    expect(await readReservation(sql, cancelled.id)).toMatchObject({ status: 'cancelled' });
    expect(await statusOf(0)).toBe('maintenance');
    const log = await sql`
      select subject_id from public.audit_log where subject_table = 'reservations' and actor_id = ${cast.admin.id}`;
    expect(log.map(({ subject_id: id }) => id).toSorted()).toEqual([moved.id, cancelled.id].toSorted());
  });

  test('under way are moved, and never cancelled', async () => {
    const reservation = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: -1, to: 1 });
    const [seen] = await touched([0]);
    if (!seen) throw new Error('A stay was expected');
    expect(await problemOf(set([0], { ...OUT, resolutions: [resolve(seen, 'cancel')] }))).toBe(
      'touched-reservations-changed',
    );
    await set([0], { ...OUT, resolutions: [resolve(seen, 'move', spaceAt(1))] });
    expect(await readReservation(sql, reservation.id)).toMatchObject({ parking_space_id: spaceAt(1) });
  });

  test('are under way once their driver has arrived, before the start too', async () => {
    const reservation = await reserve(sql, cast.ana, { spaceId: spaceAt(0), from: 0.1, to: 1 });
    await sql`update public.reservations set arrived_at = now() where id = ${reservation.id}`;
    const [seen] = await touched([0]);
    if (!seen) throw new Error('A stay was expected');
    expect(seen.phase).toBe('under_way');
    expect(await problemOf(set([0], { ...OUT, resolutions: [resolve(seen, 'cancel')] }))).toBe(
      'touched-reservations-changed',
    );
  });

  test('leave all as it was when one is not resolved, changed or has nowhere to go', async () => {
    const first = await reserve(sql, cast.ana, { spaceId: spaceAt(0), from: 1, to: 2 });
    const seen = await touched([0]);
    const [reservation] = seen;
    if (!reservation) throw new Error('A stay was expected');
    const attempt = (...resolutions: ReturnType<typeof resolve>[]) => problemOf(set([0], { ...OUT, resolutions }));
    expect(await attempt()).toBe('touched-reservations-changed');
    expect(await attempt(resolve(reservation, 'keep'))).toBe('touched-reservations-changed');
    expect(await attempt({ ...resolve(reservation, 'cancel'), end_time: hoursFromNow(9).toISOString() })).toBe(
      'touched-reservations-changed',
    );
    await reserve(sql, cast.beto, { spaceId: spaceAt(0), from: 3, to: 4 });
    expect(await attempt(resolve(reservation, 'cancel'))).toBe('touched-reservations-changed');
    const [, second] = await touched([0]);
    if (!second) throw new Error('A second stay was expected');
    const move = resolve(reservation, 'move', spaceAt(1));
    // Out of service itself, taken meanwhile, of nobody, or none.
    for (const target of [spaceAt(0), crypto.randomUUID(), null]) {
      expect(await attempt(resolve(second, 'cancel'), { ...move, target })).toBe('move-target-taken');
    }
    await reserve(sql, cast.beto, { spaceId: spaceAt(1), from: 1.5, to: 3 });
    expect(await attempt(resolve(second, 'cancel'), move)).toBe('move-target-taken');
    expect(await statusOf(0)).toBe('available');
    expect(await readReservation(sql, first.id)).toMatchObject({ status: 'active', parking_space_id: spaceAt(0) });
    expect(await sql`select id from public.reservations where status = 'cancelled'`).toEqual([]);
  });

  test('two that move to one space at the same time leave all as it was', async () => {
    await reserve(sql, cast.ana, { spaceId: spaceAt(0), from: 1, to: 2 });
    await reserve(sql, cast.beto, { spaceId: spaceAt(1), from: 1, to: 2 });
    const seen = await touched([0, 1]);
    const resolutions = seen.map((reservation) => resolve(reservation, 'move', spaceAt(2)));
    expect(await problemOf(set([0, 1], { ...OUT, resolutions }))).toBe('move-target-taken');
    expect(await Promise.all([0, 1].map(statusOf))).toEqual(['available', 'available']);
  });

  test('are at most 200', async () => {
    await withoutRules(sql)`
        insert into public.reservations (parking_space_id, start_time, end_time, total_amount)
        select ${spaceAt(0)}, now() + make_interval(hours => n), now() + make_interval(hours => n, mins => 30), 1
        from generate_series(1, 201) n`;
    expect(await problemOf(touched([0]))).toBe('too-many-touched-reservations');
    expect(await touched([0], hoursFromNow(100.5))).toHaveLength(100);
  });

  test('nobody can book the space from then on', async () => {
    await set([0], OUT);
    expect(await problemOf(reserve(sql, cast.ana, { spaceId: spaceAt(0), from: 1, to: 2 }))).toBe('space-taken');
  });
});

describe('a booking at the same moment', () => {
  test('is either in the way or too late, and never on a space out of service', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [space = ''] = await createZone(sql, ['R-1']);
      const seen = await seeSpaces(sql, [space]);
      const [booked, saved] = await Promise.allSettled([
        reserve(sql, round % 2 ? cast.ana : cast.beto, { spaceId: space, from: 1 + round * 2, to: 2 + round * 2 }),
        setStatus(sql, cast.admin, seen, OUT),
      ]);
      expect([booked.status, saved.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const rows = await sql`select id from public.reservations where parking_space_id = ${space}`;
      const { status } = (await readSpace(sql, space)) ?? {};
      expect([rows.length, status]).toEqual(booked.status === 'fulfilled' ? [1, 'available'] : [0, 'maintenance']);
    }
  });

  test('of the space that a reservation moves to lets one of both through', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [from = '', to = ''] = await createZone(sql, ['R-1', 'R-2']);
      const hours = { from: 1 + round * 2, to: 2 + round * 2 };
      await reserve(sql, cast.ana, { spaceId: from, ...hours });
      const [reservation] = await listTouched(sql, cast.admin, [from]);
      if (!reservation) throw new Error('A stay was expected');
      const seen = await seeSpaces(sql, [from]);
      const results = await Promise.allSettled([
        reserve(sql, cast.beto, { spaceId: to, ...hours }),
        setStatus(sql, cast.admin, seen, { ...OUT, resolutions: [resolve(reservation, 'move', to)] }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});
