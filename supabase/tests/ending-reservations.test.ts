import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createSpace, hoursFromNow, problemOf, refusalOf, reserve, SERVICE } from './as.ts';
import { openWorld } from './world.ts';

// Who completes and cancels a reservation when, and as of which moment.

const { sql, cast } = await openWorld();

/** A reservation of Ana's on a space of its own. */
async function anasReservation([from, to]: readonly [number, number]): Promise<string> {
  const { spaceId } = await createSpace(sql);
  return (await reserve(sql, cast.ana, { spaceId, from, to })).id;
}
type Row = { status: string; ended_at: Date | null; end_key: string | null; start_time: Date };
const read = async (id: string) => {
  const [row] = await sql<Row[]>`
    select status, ended_at, end_key, start_time from public.reservations where id = ${id}`;
  return row;
};
const change = (actor: Actor, id: string, columns: Record<string, string | Date | null>) =>
  as(sql, actor)`update public.reservations set ${sql(columns)} where id = ${id} returning id`;
const suspend = ({ id }: Actor) => sql`update public.profiles set status = 'suspended' where user_id = ${id}`;

const WHEN = { ahead: [1, 3], 'under way': [-1, 1], over: [-3, -2] } as const;
type When = keyof typeof WHEN;
type Actors = 'ana' | 'beto' | 'suspended Ana' | 'admin' | 'service';
const actorOf = (name: Actors): Actor =>
  ({
    ana: cast.ana,
    'suspended Ana': cast.ana,
    beto: cast.beto,
    admin: cast.admin,
    service: SERVICE,
  })[name];

test.each<[Actors, 'completed' | 'cancelled', When, string]>([
  ['ana', 'completed', 'ahead', 'reservation-not-begun'],
  ['ana', 'completed', 'under way', 'done'],
  ['ana', 'completed', 'over', 'done'],
  ['ana', 'cancelled', 'ahead', 'done'],
  ['ana', 'cancelled', 'under way', 'reservation-begun'],
  ['ana', 'cancelled', 'over', 'reservation-begun'],
  ['suspended Ana', 'completed', 'ahead', 'reservation-not-begun'],
  ['suspended Ana', 'completed', 'under way', 'done'],
  ['suspended Ana', 'cancelled', 'under way', 'reservation-begun'],
  ['beto', 'completed', 'ahead', 'no row'],
  ['beto', 'completed', 'under way', 'no row'],
  ['beto', 'cancelled', 'under way', 'no row'],
  ['admin', 'completed', 'ahead', 'done'],
  ['admin', 'cancelled', 'under way', 'done'],
  ['service', 'completed', 'ahead', 'reservation-not-begun'],
  ['service', 'cancelled', 'under way', 'done'],
])('%s makes a reservation %s that is %s: %s', async (name, status, when, outcome) => {
  const id = await anasReservation(WHEN[when]);
  if (name === 'suspended Ana') await suspend(cast.ana);
  const attempt = change(actorOf(name), id, { status });
  if (outcome === 'done') expect(await attempt).toEqual([{ id }]);
  else if (outcome === 'no row') expect(await attempt).toEqual([]);
  else expect(await problemOf(attempt)).toBe(outcome);
  expect((await read(id))?.status).toBe(outcome === 'done' ? status : 'active');
});

test('a driver ends a reservation once, and nobody inserts one to come that is completed already', async () => {
  const id = await anasReservation([-1, 2]);
  await change(cast.ana, id, { status: 'completed' });
  expect(await change(cast.ana, id, { status: 'cancelled' })).toEqual([]);
  const { spaceId } = await createSpace(sql);
  for (const actor of [cast.ana, SERVICE]) {
    const insert = as(sql, actor)`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, status)
      values (${cast.ana.id}, ${spaceId}, ${hoursFromNow(1)}, ${hoursFromNow(2)}, 'completed')`;
    expect(await refusalOf(insert)).toBe('23514');
  }
});

describe('the end', () => {
  const end = (actor: Actor, id: string, endedAt: Date | string | null, key: string | null = null) =>
    as(sql, actor)`
      update public.reservations set status = 'completed', end_key = ${key},
        ended_at = ${endedAt instanceof Date ? endedAt.toISOString() : endedAt}::text::timestamptz
      where id = ${id} returning id`;
  async function expectEndedNow(id: string): Promise<void> {
    expect(Math.abs(Number((await read(id))?.ended_at) - Date.now())).toBeLessThan(60_000);
  }

  test.each(['ana', 'suspended Ana'] as const)('is when the device said, without a connection: %s', async (name) => {
    for (const [from, to] of [[-2, 1] as const, [-3, -2] as const]) {
      const id = await anasReservation([from, to]);
      if (name === 'suspended Ana') await suspend(cast.ana);
      const tap = hoursFromNow(-1);
      await end(cast.ana, id, tap);
      expect(await read(id)).toMatchObject({ status: 'completed', ended_at: tap });
      await sql`update public.profiles set status = 'active' where user_id = ${cast.ana.id}`;
    }
  });

  test.each([
    ['a minute ahead', () => hoursFromNow(1 / 60)],
    ['before the start of the stay', () => hoursFromNow(-2.1)],
    ['at its factory setting', () => '1970-01-01T00:00:00Z'],
    ['at no time that is finite', () => '-infinity'],
    ['nowhere', () => null],
  ])('is now where the clock of the device is %s', async (_, tap) => {
    const id = await anasReservation([-2, 1]);
    await end(cast.ana, id, tap());
    await expectEndedNow(id);
  });

  test('is neither moved nor removed, and a device knows its own by its key', async () => {
    const id = await anasReservation([-2, 1]);
    const own = randomUUID();
    const other = randomUUID();
    await end(cast.ana, id, hoursFromNow(2), own);
    await expectEndedNow(id);
    const before = await read(id);
    expect(before?.end_key).toBe(own);
    expect(await end(cast.ana, id, hoursFromNow(-1.5), other)).toEqual([]);
    const changes = [{ ended_at: hoursFromNow(-0.5) }, { ended_at: null }, { end_key: other }, { end_key: null }];
    for (const columns of changes) {
      for (const actor of [cast.ana, cast.beto, cast.admin, SERVICE, ANONYMOUS]) {
        await change(actor, id, columns).catch((error: { code: string }) =>
          expect(['42501', '23514']).toContain(error.code),
        );
      }
    }
    expect(await read(id)).toEqual(before);
  });
});
