import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, hoursFromNow, problemOf } from './as.ts';
import { createReservation, createZone } from './changes-world.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
let spaces: string[];
beforeEach(async () => {
  spaces = await createZone(sql, ['A-10', 'A-2']);
});

type ShownReservation = { id: string; user_name: string; user_email: string; status: string; ended_at: string | null };
type Row = { id: string; name: string; zone_name: string; status: string; reservations: ShownReservation[] };

const spaceAt = (index: number) => spaces[index] ?? '';
const zoneOf = async (space: string) => {
  const [row] = await sql<{ zone_id: string }[]>`select zone_id from public.parking_spaces where id = ${space}`;
  return row?.zone_id ?? '';
};

/** From and to in hours from now. */
async function readTimeline(actor: Actor, from: number | string, to: number | string): Promise<Row[]> {
  const at = (time: number | string) => (typeof time === 'number' ? hoursFromNow(time).toISOString() : time);
  const zone = await zoneOf(spaceAt(0));
  return as(sql, actor)<
    Row[]
  >`select * from public.zone_timeline(${zone}, ${at(from)}::text::timestamptz, ${at(to)}::text::timestamptz)`;
}

/** The ids of the reservations of the first space. */
const reservationsOf = async (from: number, to: number) => {
  const rows = await readTimeline(cast.admin, from, to);
  return rows.find(({ id }) => id === spaceAt(0))?.reservations.map(({ id }) => id);
};

const setStatus = (id: string, status: string, endedAt: Date | null = null) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const heldUntil = status === 'held' || status === 'lapsed' ? hoursFromNow(1) : null;
    await tx`update public.reservations set status = ${status}, ended_at = ${endedAt}, held_until = ${heldUntil}
      where id = ${id}`;
  });

test('an administrator sees the spaces of a zone as people count, each with its reservations in order', async () => {
  const later = await createReservation(sql, cast.beto, { spaceId: spaceAt(0), from: 6, to: 8 });
  const first = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: 2, to: 4.5, amount: 9 });
  await sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceAt(1)}`;
  const rows = await readTimeline(cast.admin, 0, 24);
  expect(rows).toMatchObject([
    { id: spaceAt(1), name: 'A-2', zone_name: 'Naco', status: 'maintenance', reservations: [] },
    { id: spaceAt(0), name: 'A-10', reservations: [{ id: first.id }, { id: later.id }] },
  ]);
  expect(rows[1]?.reservations[0]).toMatchObject({
    user_name: 'Ana',
    user_email: cast.ana.email,
    duration_hours: 2.5,
    total_amount: 9,
    status: 'active',
    ended_at: null,
    vehicle_plate: null,
  });
});

test('a reservation belongs to each period that it touches, and to no other', async () => {
  const { id } = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: 30, to: 50 });
  expect(await reservationsOf(24, 29.9)).toEqual([]);
  expect(await reservationsOf(24, 48)).toEqual([id]);
  expect(await reservationsOf(48, 72)).toEqual([id]);
  expect(await reservationsOf(50.1, 72)).toEqual([]);
});

test('what takes no space is left out: cancelled and unpaid reservations', async () => {
  const { id } = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: 2, to: 3 });
  for (const status of ['cancelled', 'lapsed']) {
    await setStatus(id, status);
    expect(await reservationsOf(0, 24)).toEqual([]);
  }
  for (const status of ['held', 'completed', 'expired']) {
    await setStatus(id, status);
    expect(await reservationsOf(0, 24)).toEqual([id]);
  }
});

test('a driver who has not left takes the space until now, one who left early until then', async () => {
  const { id } = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: -6, to: -3 });
  expect(await reservationsOf(-1, 2)).toEqual([id]);
  expect(await reservationsOf(1, 2)).toEqual([]);
  await setStatus(id, 'completed', hoursFromNow(-4));
  expect(await reservationsOf(-3.5, 2)).toEqual([]);
  expect(await reservationsOf(-5, 2)).toEqual([id]);
});

test('a reservation of 31 days whose driver has not left is there until it expires', async () => {
  const { id } = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: -23 - 744, to: -23 });
  expect(await reservationsOf(-1, 2)).toEqual([id]);
});

test('a period is at most a week, and finite', async () => {
  expect(await readTimeline(cast.admin, 0, 7 * 24)).toHaveLength(2);
  for (const [from, to] of [
    [0, 7 * 24 + 1],
    [2, 1],
    ['-infinity', 'infinity'],
  ] as const) {
    expect(await problemOf(readTimeline(cast.admin, from, to))).toBe('period-out-of-range');
  }
});

test('a zone of more than 500 spaces comes with one more than are shown', async () => {
  const zone = await zoneOf(spaceAt(0));
  await sql`
    insert into public.parking_spaces (name, zone_id) select 'B-' || n, ${zone} from generate_series(1, 600) n`;
  expect(await readTimeline(cast.admin, 0, 24)).toHaveLength(501);
});

test('an unknown zone is empty', async () => {
  const rows = await as(
    sql,
    cast.admin,
  )`select * from public.zone_timeline(${randomUUID()}, now(), now() + interval '1 day')`;
  expect(rows).toHaveLength(0);
});
