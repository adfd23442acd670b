import { addHours } from 'date-fns/addHours';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import {
  type Actor,
  addVehicle,
  as,
  createSpace,
  errorOf,
  fillWallets,
  hoursFromNow,
  problemOf,
  reserve,
  SERVICE,
  withoutRules,
} from './as.ts';
import { openWorld } from './world.ts';

const MOST_UPCOMING = 20;
const MOST_PER_HOUR = 30;

const { sql, cast } = await openWorld();

/** So many reservations of one space, one after the other. */
async function rowsFor(actor: Actor, count: number) {
  const { spaceId } = await createSpace(sql);
  return Array.from({ length: count }, (_, index) => ({
    user_id: actor.id,
    parking_space_id: spaceId,
    start_time: hoursFromNow(1 + index),
    end_time: hoursFromNow(1.9 + index),
  }));
}
const insert = (actor: Actor, rows: Awaited<ReturnType<typeof rowsFor>>) =>
  as(sql, actor)`insert into public.reservations ${sql(rows)}`;
const book = async (actor: Actor, count = 1) => insert(actor, await rowsFor(actor, count));
const countOf = async ({ id }: Actor) => (await sql`select from public.reservations where user_id = ${id}`).count;
const cancelAll = (actor: Actor) =>
  as(sql, actor)`update public.reservations set status = 'cancelled' where user_id = ${actor.id} and status = 'active'`;
/** Of as many single bookings at once, how many are made. */
const countMade = async (actor: Actor, times: number) => {
  const outcomes = await Promise.allSettled(Array.from({ length: times }, () => book(actor)));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
};
async function bookAndCancel(actor: Actor, times: number): Promise<void> {
  const rows = await rowsFor(actor, 1);
  for (let count = 0; count < times; count += 1) {
    await insert(actor, rows);
    await cancelAll(actor);
  }
}

test('upcoming reservations are at most 20, in one request, in several and in thirty at once; another driver’s do not count', async () => {
  expect(await problemOf(book(cast.ana, MOST_UPCOMING + 1))).toBe('too-many-upcoming-reservations');
  expect(await countOf(cast.ana)).toBe(0);
  await book(cast.ana, MOST_UPCOMING);
  expect(await problemOf(book(cast.ana))).toBe('too-many-upcoming-reservations');
  await sql`
    update public.reservations set status = 'cancelled'
    where id = (select id from public.reservations where user_id = ${cast.ana.id} limit 1)`;
  await book(cast.ana);
  expect(await countMade(cast.beto, 30)).toBe(MOST_UPCOMING);
});
describe('reservations of an hour', () => {
  test('are at most 30, however they are sent, for drivers', async () => {
    await bookAndCancel(cast.ana, MOST_PER_HOUR - 2);
    expect(await problemOf(book(cast.ana, 3))).toBe('too-many-reservations-in-an-hour');
    expect(await countMade(cast.ana, 6)).toBe(2);
    await cancelAll(cast.ana);
    expect(await problemOf(book(cast.ana))).toBe('too-many-reservations-in-an-hour');
    await book(cast.beto);
    await reserve(sql, SERVICE, { ...(await createSpace(sql)), from: 1, to: 2, owner: cast.ana.id });
    await withoutRules(sql)`
      update public.reservations set created_at = now() - interval '61 minutes' where user_id = ${cast.ana.id}`;
    await book(cast.ana);
  });

  test('are more for administrators', () => bookAndCancel(cast.admin, MOST_PER_HOUR + 1));
});

describe('what the operator decided', () => {
  const decide = (settings: { max_reservation_hours?: number; maintenance_mode?: boolean }) =>
    as(sql, cast.admin)`update public.installation_settings set ${sql(settings)}`;
  beforeEach(async () => {
    await writeInstallation(sql, { samples: false });
    await decide({ max_reservation_hours: 2, maintenance_mode: false });
    await fillWallets(sql);
    await addVehicle(sql, cast.ana);
  });

  /** Reserves a new space for so many hours, from now unless it is said. A driver who has a vehicle takes it. */
  async function bookNow(actor: Actor, hours: number, owner = actor.id, from = 0) {
    const { spaceId } = await createSpace(sql);
    const start = hoursFromNow(from);
    const [row] = await as(sql, actor)<{ id: string }[]>`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, payment_method, vehicle_id)
      values (${owner}, ${spaceId}, ${start}, ${addHours(start, hours)}, 'wallet',
        (select id from public.vehicles where user_id = ${actor.id} limit 1)) returning id`;
    return row?.id ?? '';
  }

  test('is the most hours of drivers, not of administrators and programs, and not of what was booked before', async () => {
    const id = await bookNow(cast.ana, 2);
    expect(await errorOf(bookNow(cast.ana, 2 + 1 / 60))).toMatchObject({ hint: 'reservation-over-limit', detail: '2' });
    await bookNow(cast.admin, 48);
    await bookNow(SERVICE, 48, cast.ana.id);
    await decide({ max_reservation_hours: 1 });
    expect(
      await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${id} returning 1`,
    ).toHaveLength(1);
  });

  test('lets administrators and programs enter who has parked already, and drivers reserve from a moment ago on', async () => {
    await bookNow(cast.ana, 1, cast.ana.id, -4 / 60);
    expect(await problemOf(bookNow(cast.ana, 1, cast.ana.id, -6 / 60))).toBe('start-in-the-past');
    await bookNow(cast.admin, 1, cast.admin.id, -0.5);
    await bookNow(SERVICE, 1, cast.ana.id, -0.5);
    await writeInstallation(sql, { samples: true });
    await bookNow(cast.beto, 1, cast.beto.id, -0.5);
  });

  test('is maintenance, in which drivers reserve nothing, also for others, and end what they have', async () => {
    const id = await bookNow(cast.ana, 1);
    await decide({ maintenance_mode: true });
    for (const owner of [cast.ana.id, null, cast.beto.id]) {
      expect(await problemOf(bookNow(cast.ana, 1, owner))).toBe('under-maintenance');
    }
    await bookNow(cast.admin, 1);
    expect(
      await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${id} returning 1`,
    ).toHaveLength(1);
    await writeInstallation(sql, { samples: true });
    await bookNow(cast.ana, 48);
  });
});
