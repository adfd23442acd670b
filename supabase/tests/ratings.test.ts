import { beforeEach, describe, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import {
  type Actor,
  ANONYMOUS,
  as,
  createPastReservation,
  createSpace,
  problemOf,
  refusalOf,
  SERVICE,
  withoutRules,
  withProof,
} from './as.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
let zoneId: string;
let spaceId: string;
beforeEach(async () => {
  await writeInstallation(sql, { samples: false });
  ({ zoneId, spaceId } = await createSpace(sql));
});

type Sent = Record<string, string | number | null>;

const STARS = { overall: 4, cleanness: 3, communication: 5, accessibility: 2 };

const complete = (driver: Actor, options: { endedHoursAgo?: number; status?: 'active' | 'cancelled' } = {}) =>
  createPastReservation(sql, driver, { spaceId, ...options });

/** Rates a reservation as this actor, with what a client would send on top. */
async function rate(actor: Actor, reservationId: string, sent: Sent = {}): Promise<string> {
  const row = { reservation_id: reservationId, user_id: actor.id, ...STARS, ...sent };
  const [rating] = await as(sql, actor)<{ id: string }[]>`insert into public.ratings ${sql(row)} returning id`;
  return rating?.id ?? '';
}
const rateNew = async (driver: Actor, sent: Sent = {}) => rate(driver, await complete(driver), sent);
const change = (actor: Actor, id: string, sent: Sent) =>
  as(sql, actor)`update public.ratings set ${sql(sent)} where id = ${id} returning id`;
const readRating = async (id: string) => (await sql`select * from public.ratings where id = ${id}`)[0];
const readZone = async (id = zoneId) => {
  const [zone] = await sql<{ rating: string; rating_count: number; updated_at: Date }[]>`
    select rating, rating_count, updated_at from public.parking_zones where id = ${id}`;
  return { ...zone, rating: Number(zone?.rating) };
};
const setCreation = (id: string, hoursAgo: number) => withoutRules(sql)`
  update public.ratings set created_at = now() - make_interval(secs => ${hoursAgo * 3600}) where id = ${id}`;

type Summary = { rating_count: number; overall: string; comments: { stars: number; comment: string; day: string }[] };
const readSummary = (actor: Actor, zone = zoneId) =>
  as(sql, actor)<Summary[]>`select * from public.zone_ratings(${zone})`;
const shownComments = async () => (await readSummary(ANONYMOUS))[0]?.comments.map(({ comment }) => comment) ?? null;

describe('a new rating', () => {
  test('is of a completed reservation; the database names the zone and tidies the comment', async () => {
    const id = await rateNew(cast.ana, { comment: '  Clean,\n\teasy to find ' });
    const row = { ...STARS, user_id: cast.ana.id, zone_id: zoneId, comment: 'Clean, easy to find', hidden_at: null };
    expect(await readRating(id)).toMatchObject(row);
    expect(await readRating(await rateNew(cast.ana, { comment: ' \n ' }))).toMatchObject({ comment: null });
  });

  test.each([
    [{ status: 'active' }, 'reservation-not-completed'],
    [{ status: 'cancelled' }, 'reservation-not-completed'],
    [{ endedHoursAgo: 14 * 24 + 0.01 }, 'rating-too-late'],
    [{ endedHoursAgo: 14 * 24 - 0.01 }, null],
  ] as const)('of a reservation with %j: %s', async (options, problem) => {
    const rating = complete(cast.ana, options).then((id) => rate(cast.ana, id));
    if (problem === null) await rating;
    else expect(await problemOf(rating)).toBe(problem);
    expect((await readZone()).rating_count).toBe(problem === null ? 1 : 0);
  });

  test('is by the driver of the reservation, neither in the name of others nor by others in theirs', async () => {
    const reservation = await complete(cast.ana);
    const ofAna = { user_id: cast.ana.id };
    for (const actor of [cast.beto, cast.admin]) {
      expect(await problemOf(rate(actor, reservation))).toBe('rated-reservation-not-found');
    }
    expect(await problemOf(rate(cast.beto, reservation, ofAna))).toBe('rated-reservation-not-found');
    expect(await refusalOf(rate(cast.admin, reservation, ofAna))).toBe('42501');
  });

  test('is the only one of its reservation, also by two devices at the same time', async () => {
    const reservation = await complete(cast.ana);
    const both = await Promise.allSettled([rate(cast.ana, reservation), rate(cast.ana, reservation)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await readZone()).toMatchObject({ rating: 4, rating_count: 1 });
    // A driver who sends the third rating of a day again is told that it exists, and not that there are too many.
    await rateNew(cast.ana);
    await rateNew(cast.ana);
    expect(await refusalOf(rate(cast.ana, reservation))).toBe('23505');
  });

  test.each<[Sent, string]>([
    [{ overall: 0 }, '23514'],
    [{ cleanness: 6 }, '23514'],
    [{ communication: -1 }, '23514'],
    [{ accessibility: null }, '23502'],
    [{ comment: 'x'.repeat(301) }, '23514'],
  ])('has stars and a comment within bounds, not %.40j', async (sent, code) => {
    expect(await refusalOf(rateNew(cast.ana, sent))).toBe(code);
  });

  test('is one of three of a driver for a zone in 24 hours, also when several are sent at once', async () => {
    const reservations = await Promise.all(Array.from({ length: 5 }, () => complete(cast.ana)));
    const all = await Promise.allSettled(reservations.map((reservation) => rate(cast.ana, reservation)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await problemOf(rateNew(cast.ana))).toBe('too-many-ratings');
    // Neither other drivers nor other zones count.
    await rateNew(cast.beto);
    await rate(cast.ana, await createPastReservation(sql, cast.ana, await createSpace(sql)));
    const ratings = await sql<{ id: string }[]>`select id from public.ratings where zone_id = ${zoneId}`;
    for (const { id } of ratings) await setCreation(id, 24.01);
    await rateNew(cast.ana);
  });
});

test('a driver changes stars and comment for a day', async () => {
  const id = await rateNew(cast.ana, { comment: 'Dirty' });
  const again = { overall: 1, comment: 'Clean again' };
  await setCreation(id, 23);
  expect(await change(cast.ana, id, again)).toHaveLength(1);
  expect(await readRating(id)).toMatchObject({ ...again, cleanness: 3 });
  await setCreation(id, 25);
  for (const sent of [{ overall: 5 }, { comment: null }]) {
    expect(await problemOf(change(cast.ana, id, sent))).toBe('rating-final');
  }
  // A repeat of what is stored is no change.
  expect(await change(cast.ana, id, again)).toHaveLength(1);
});

describe('what a zone shows', () => {
  test('everybody reads averages and comments of a zone, without names, ids and times', async () => {
    await rateNew(cast.ana, { comment: 'Clean' });
    await rateNew(cast.beto, { overall: 5, cleanness: 5, communication: 5, accessibility: 5 });
    const [today] = await sql`select private.country_day(now())::text as day`;
    expect(await readSummary(ANONYMOUS)).toEqual([
      {
        rating_count: 2,
        overall: '4.5',
        cleanness: '4.0',
        communication: '5.0',
        accessibility: '3.5',
        comments: [{ stars: 4, comment: 'Clean', day: today?.day }],
      },
    ]);
    expect(await readSummary(ANONYMOUS, (await createSpace(sql)).zoneId)).toEqual([]);
  });

  test('the ten latest comments are shown, the newest first', async () => {
    for (let number = 0; number < 11; number += 1) {
      await setCreation(await rateNew(cast.ana, { comment: `Comment ${number}` }), 100 - number);
    }
    expect(await shownComments()).toEqual(Array.from({ length: 10 }, (_, index) => `Comment ${10 - index}`));
  });

  test('the rating follows new, changed and deleted ones; before the first it is what an administrator sets', async () => {
    const set = (rating: number) =>
      as(sql, cast.admin)`update public.parking_zones set rating = ${rating} where id = ${zoneId}`;
    await set(4.9);
    expect(await readZone()).toMatchObject({ rating: 4.9, rating_count: 0 });
    const id = await rateNew(cast.ana, { overall: 2 });
    await set(5);
    expect(await readZone()).toMatchObject({ rating: 2, rating_count: 1 });
    await rateNew(cast.beto, { overall: 5 });
    await change(cast.ana, id, { overall: 3 });
    expect(await readZone()).toMatchObject({ rating: 4, rating_count: 2 });
    await as(sql, SERVICE)`delete from public.ratings where zone_id = ${zoneId}`;
    expect(await readZone()).toMatchObject({ rating_count: 0 });
    expect(await readSummary(ANONYMOUS)).toEqual([]);
  });
});

describe('hiding a comment', () => {
  test('an administrator hides a comment with a reason and shows it again; the stars count', async () => {
    const id = await rateNew(cast.ana, { comment: 'Ask for Juan' });
    await change(cast.admin, id, { hidden_reason: ' Names a\nperson ' });
    const hidden = { hidden_reason: 'Names a person', hidden_at: expect.any(Date) };
    expect(await readRating(id)).toMatchObject({ comment: 'Ask for Juan', ...hidden });
    expect([await shownComments(), (await readZone()).rating]).toEqual([[], 4]);
    await change(cast.admin, id, { hidden_reason: null });
    expect(await readRating(id)).toMatchObject({ hidden_at: null });
    expect(await shownComments()).toEqual(['Ask for Juan']);
    const log = await sql`
      select before ->> 'hidden_reason' as before, after ->> 'hidden_reason' as after
      from public.audit_log where subject_table = 'ratings' and subject_id = ${id} and actor_id = ${cast.admin.id} order by id`;
    expect(log).toEqual([
      { before: null, after: 'Names a person' },
      { before: 'Names a person', after: null },
    ]);
  });

  test('its driver neither hides nor shows a comment, and a changed one stays hidden', async () => {
    const id = await rateNew(cast.ana, { comment: 'Rude' });
    for (const reason of ['Mine', null]) {
      if (reason === null) await change(cast.admin, id, { hidden_reason: 'Rude' });
      expect(await refusalOf(change(cast.ana, id, { hidden_reason: reason }))).toBe('42501');
    }
    await change(cast.ana, id, { comment: 'Still rude' });
    expect(await shownComments()).toEqual([]);
    expect(await refusalOf(change(cast.admin, id, { hidden_reason: 'x'.repeat(301) }))).toBe('23514');
  });
});

test('a deleted account leaves its stars without person and comment, also in the audit log, suspended and old or not', async () => {
  const id = await rateNew(cast.ana, { comment: 'I am Ana Pérez' });
  await change(cast.admin, id, { hidden_reason: 'Names Ana Pérez' });
  const log = () => sql`select before, after from public.audit_log where subject_table = 'ratings'`;
  expect(JSON.stringify(await log())).toContain('Pérez');
  await setCreation(id, 1000);
  await sql`update public.profiles set status = 'suspended' where user_id = ${cast.ana.id}`;
  await as(sql, await withProof(sql, cast.ana))`select public.delete_my_account()`;
  const nothing = { user_id: null, comment: null, hidden_at: null, hidden_reason: null };
  expect(await readRating(id)).toMatchObject({ ...STARS, ...nothing });
  expect(JSON.stringify(await log())).not.toContain('Pérez');
  expect(await readZone()).toMatchObject({ rating: 4, rating_count: 1 });
});
