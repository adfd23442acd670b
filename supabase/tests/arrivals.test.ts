import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, hoursFromNow, problemOf, SERVICE } from './as.ts';
import { change, createReservation, createZone, type Reservation } from './changes-world.ts';
import { openWorld } from './world.ts';

const MINUTE = 1 / 60;

const { sql, cast } = await openWorld();
let spaceId: string;
beforeEach(async () => {
  [spaceId = ''] = await createZone(sql, ['A-1']);
});

type Arrival = { arrived_at: Date; is_new: boolean };

const reserveFor = (from: number, to: number) => createReservation(sql, cast.ana, { spaceId, from, to });

function mark(actor: Actor, seen: Reservation, scan: string | null = null): Promise<Arrival | undefined> {
  return as(sql, actor, async (tx) => {
    const [row] = await tx<Arrival[]>`
      select * from public.mark_arrival(${seen.id}, ${seen.start_time}, ${seen.end_time}, ${scan})`;
    return row;
  });
}
const unmark = (actor: Actor, { id }: Reservation, seen: Date | undefined) =>
  as(sql, actor)`select public.unmark_arrival(${id}, ${seen ?? null})`;

async function readArrival({ id }: Reservation): Promise<Date | null> {
  const [row] = await sql<{ arrived_at: Date | null }[]>`
    select arrived_at from public.reservations where id = ${id}`;
  return row?.arrived_at ?? null;
}

/** As an earlier moment marked it; microseconds would not survive the way through JavaScript. */
async function putArrival({ id }: Reservation, at: Date): Promise<void> {
  await sql`update public.reservations set arrived_at = ${at} where id = ${id}`;
}

test.each([
  ['half an hour before the start', 29 * MINUTE, 1],
  ['during the stay', -1, 1],
  ['in the last minute', -1, MINUTE],
])('an administrator marks an arrival %s', async (_, from, to) => {
  const reservation = await reserveFor(from, to);
  expect(await mark(cast.admin, reservation)).toMatchObject({ is_new: true });
  expect(Math.abs(Number(await readArrival(reservation)) - Date.now())).toBeLessThan(10_000);
});

test('a repeat of the scan that marked an arrival finds it new, until it is taken back', async () => {
  const reservation = await reserveFor(-1, 1);
  const [first, second] = [randomUUID(), randomUUID()];
  const isNew = async (scan: string) => (await mark(cast.admin, reservation, scan))?.is_new;
  expect([await isNew(first), await isNew(first), await isNew(second)]).toEqual([true, true, false]);
  expect((await mark(cast.admin, reservation))?.is_new).toBe(false);
  await putArrival(reservation, hoursFromNow(-MINUTE));
  expect(await isNew(first)).toBe(false);
});

test.each([
  ['more than half an hour before the start', 31 * MINUTE, 1, 'arrival-too-early'],
  ['after the end', -2, -MINUTE, 'arrival-too-late'],
])('nobody arrives %s', async (_, from, to, problem) => {
  const reservation = await reserveFor(from, to);
  expect(await problemOf(mark(cast.admin, reservation))).toBe(problem);
  expect(await readArrival(reservation)).toBeNull();
});

test('a second mark finds the first arrival', async () => {
  const reservation = await reserveFor(-1, 1);
  const first = hoursFromNow(-0.5);
  await putArrival(reservation, first);
  expect(await mark(cast.admin, reservation)).toEqual({ arrived_at: first, is_new: false });
  expect(await readArrival(reservation)).toEqual(first);
});

test('a reservation that is not active, or changed meanwhile, is not marked', async () => {
  const reservation = await reserveFor(0.2, 1);
  const extended = { ...reservation, end_time: hoursFromNow(2) };
  expect(await problemOf(mark(cast.admin, extended))).toBe('reservation-changed');
  await sql`update public.reservations set status = 'cancelled' where id = ${reservation.id}`;
  expect(await problemOf(mark(cast.admin, reservation))).toBe('reservation-changed');
  expect(await problemOf(mark(cast.admin, { ...reservation, id: randomUUID() }))).toBe('no-such-reservation');
});

test('an administrator takes back the arrival they saw, and not a later one', async () => {
  const reservation = await reserveFor(-1, 1);
  const [seen, later] = [hoursFromNow(-0.5), hoursFromNow(-0.4)];
  await putArrival(reservation, later);
  expect(await problemOf(unmark(cast.admin, reservation, seen))).toBe('reservation-changed');
  expect(await readArrival(reservation)).toEqual(later);
  for (const _ of ['first', 'again']) await unmark(cast.admin, reservation, later);
  expect(await readArrival(reservation)).toBeNull();
});

test('the log has who marked an arrival and who took it back', async () => {
  const reservation = await reserveFor(-1, 1);
  await mark(cast.admin, reservation);
  const [{ arrived_at }] = (await sql`
    select arrived_at::text from public.reservations where id = ${reservation.id}`) as unknown as [
    { arrived_at: string },
  ];
  await as(sql, cast.admin)`select public.unmark_arrival(${reservation.id}, ${arrived_at}::text::timestamptz)`;
  const entries = await sql`
    select actor_id, before -> 'arrived_at' = 'null' as marks from public.audit_log
    where subject_table = 'reservations' and subject_id = ${reservation.id} order by id`;
  expect(entries).toEqual([
    { actor_id: cast.admin.id, marks: true },
    { actor_id: cast.admin.id, marks: false },
  ]);
});

test('a driver who has arrived neither moves nor cancels the reservation; an administrator moves it, and they have not arrived', async () => {
  const reservation = await reserveFor(0.2, 1);
  await mark(cast.admin, reservation);
  expect(await problemOf(change(sql, cast.ana, reservation, { start: hoursFromNow(20) }))).toBe('change-after-start');
  const cancelling = as(
    sql,
    cast.ana,
  )`update public.reservations set status = 'cancelled' where id = ${reservation.id}`;
  expect(await problemOf(cancelling)).toBe('reservation-begun');
  await change(sql, cast.admin, reservation, { start: hoursFromNow(20) });
  expect(await readArrival(reservation)).toBeNull();
});

async function openBarrier({ id }: Reservation, outcome: string): Promise<void> {
  await sql`update public.parking_spaces set kavass_device_id = ${`KV-${id.slice(0, 8)}`} where id = ${spaceId}`;
  await as(sql, SERVICE, async (tx) => {
    const [row] = await tx<{ begun: { command: string } }[]>`
      select public.begin_barrier_command(${cast.ana.id}, ${id}, 'open', ${randomUUID()}) as begun`;
    await tx`select public.finish_barrier_command(${row?.begun.command ?? null}, ${outcome}, 200)`;
  });
}

test('a driver who opens the barrier has arrived, once', async () => {
  const reservation = await reserveFor(5 * MINUTE, 1);
  await openBarrier(reservation, 'barrier-no-response');
  expect(await readArrival(reservation)).toBeNull();
  await openBarrier(reservation, 'moved');
  const arrival = await readArrival(reservation);
  expect(arrival).not.toBeNull();
  await openBarrier(reservation, 'moved');
  expect(await readArrival(reservation)).toEqual(arrival);
});

test('a driver who opens the barrier after the end leaves', async () => {
  const reservation = await reserveFor(-2, -1);
  await openBarrier(reservation, 'moved');
  expect(await readArrival(reservation)).toBeNull();
});
