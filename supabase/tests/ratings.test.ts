import { beforeEach, describe, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, ANONYMOUS, as, type Cast, createCast, createSpace, problemOf, refusalOf, SERVICE } from './as.ts';
import { createPastReservation } from './past-reservations.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
let zoneId: string;
let spaceId: string;
beforeEach(async () => {
  await writeInstallation(sql, { samples: false });
  cast = await createCast(sql);
  ({ zoneId, spaceId } = await createSpace(sql));
});

type Sent = Record<string, string | number | null>;

const STARS = { overall: 4, cleanness: 3, communication: 5, accessibility: 2 };

const completeReservation = (
  driver: Actor,
  options: { endedHoursAgo?: number; status?: 'active' | 'cancelled' } = {},
) => createPastReservation(sql, driver, { spaceId, ...options });

/** Rates a reservation as this actor, with what a client would send on top. */
function rate(actor: Actor, reservationId: string, sent: Sent = {}) {
  const row = { reservation_id: reservationId, user_id: actor.id, ...STARS, ...sent };
  return as(sql, actor, async (tx) => {
    const [rating] = await tx<{ id: string }[]>`insert into public.ratings ${tx(row)} returning id`;
    return rating?.id ?? '';
  });
}

const rateNewReservation = async (driver: Actor, sent: Sent = {}) =>
  rate(driver, await completeReservation(driver), sent);

const change = (actor: Actor, id: string, sent: Sent) =>
  as(sql, actor)`update public.ratings set ${sql(sent)} where id = ${id} returning id`;

const readRating = async (id: string) => {
  const [row] = await sql`select * from public.ratings where id = ${id}`;
  return row;
};
const countRatings = async () => (await sql`select from public.ratings where zone_id = ${zoneId}`).count;
const readZone = async (id = zoneId) => {
  const [zone] = await sql<{ rating: string; rating_count: number; updated_at: Date }[]>`
    select rating, rating_count, updated_at from public.parking_zones where id = ${id}`;
  return { ...zone, rating: Number(zone?.rating) };
};
const setCreation = (id: string, hoursAgo: number) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.ratings set created_at = now() - make_interval(secs => ${hoursAgo * 3600}) where id = ${id}`;
  });

type Summary = { rating_count: number; overall: string; comments: { stars: number; comment: string; day: string }[] };

const readSummary = (actor: Actor, zone = zoneId) =>
  as(sql, actor)<Summary[]>`select * from public.zone_ratings(${zone})`;
const commentsShownTo = async (actor: Actor) =>
  (await readSummary(actor))[0]?.comments.map(({ comment }) => comment) ?? null;

describe('who rates what', () => {
  test('a driver rates a completed reservation; the database names the zone and tidies the comment', async () => {
    const id = await rateNewReservation(cast.ana, { comment: '  Clean,\n\teasy to find ' });
    expect(await readRating(id)).toMatchObject({
      ...STARS,
      user_id: cast.ana.id,
      zone_id: zoneId,
      comment: 'Clean, easy to find',
      hidden_at: null,
    });
    expect(await readRating(await rateNewReservation(cast.ana, { comment: ' \n ' }))).toMatchObject({ comment: null });
  });

  test.each(['active', 'cancelled'] as const)('nobody rates a reservation that is %s', async (status) => {
    expect(await problemOf(rate(cast.ana, await completeReservation(cast.ana, { status })))).toBe(
      'reservation-not-completed',
    );
    expect(await countRatings()).toBe(0);
  });

  test('a reservation is rated for 14 days after its end', async () => {
    const late = await completeReservation(cast.ana, { endedHoursAgo: 14 * 24 + 0.01 });
    expect(await problemOf(rate(cast.ana, late))).toBe('rating-too-late');
    expect(await countRatings()).toBe(0);
    await rate(cast.ana, await completeReservation(cast.ana, { endedHoursAgo: 14 * 24 - 0.01 }));
    expect(await countRatings()).toBe(1);
  });

  test('nobody but its driver rates a reservation, neither in their own name nor in the driver’s', async () => {
    const reservationId = await completeReservation(cast.ana);
    for (const actor of [cast.beto, cast.admin]) {
      expect(await problemOf(rate(actor, reservationId))).toBe('rated-reservation-not-found');
    }
    expect(await problemOf(rate(cast.beto, reservationId, { user_id: cast.ana.id }))).toBe(
      'rated-reservation-not-found',
    );
    expect(await refusalOf(rate(cast.admin, reservationId, { user_id: cast.ana.id }))).toBe('42501');
    expect(await refusalOf(rate(ANONYMOUS, reservationId))).toBe('42501');
    expect(await refusalOf(rate(cast.suspended, await completeReservation(cast.suspended)))).toBe('42501');
    expect(await countRatings()).toBe(0);
  });

  test('a reservation is rated once, also by two devices at the same time', async () => {
    const reservationId = await completeReservation(cast.ana);
    const both = await Promise.allSettled([rate(cast.ana, reservationId), rate(cast.ana, reservationId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(rate(cast.ana, reservationId))).toBe('23505');
    expect(await readZone()).toMatchObject({ rating: 4, rating_count: 1 });
  });

  test.each([
    { overall: 0 },
    { cleanness: 6 },
    { communication: -1 },
    { comment: 'x'.repeat(301) },
    { comment: 'ñ'.repeat(200_000) },
  ])('no rating has stars or a comment out of bounds', async (sent: Sent) => {
    expect(await refusalOf(rateNewReservation(cast.ana, sent))).toBe('23514');
    expect(await refusalOf(rateNewReservation(cast.ana, { accessibility: null }))).toBe('23502');
    expect(await countRatings()).toBe(0);
  });

  test('nobody chooses zone, time or a hidden comment by writing the column', async () => {
    const reservationId = await completeReservation(cast.ana);
    const other = await createSpace(sql);
    const columns: Sent[] = [
      { zone_id: other.zoneId },
      { created_at: '2020-01-01' },
      { updated_at: '2020-01-01' },
      { hidden_reason: 'x' },
      { hidden_by: cast.ana.id },
    ];
    for (const sent of columns)
      expect(await refusalOf(rate(cast.ana, reservationId, sent)), JSON.stringify(sent)).toBe('42501');
    expect(await countRatings()).toBe(0);
    const forged = await rate(SERVICE, reservationId, {
      user_id: cast.ana.id,
      zone_id: other.zoneId,
      hidden_reason: 'x',
    });
    expect(await readRating(forged)).toMatchObject({ zone_id: zoneId, hidden_reason: null });
  });

  test('a reservation whose space has no zone any more cannot be rated', async () => {
    const reservationId = await completeReservation(cast.ana);
    await sql`update public.parking_spaces set zone_id = null where id = ${spaceId}`;
    expect(await problemOf(rate(cast.ana, reservationId))).toBe('reservation-without-zone');
  });

  test('a driver rates a zone three times in 24 hours, also when several are sent at once', async () => {
    const reservations = await Promise.all(Array.from({ length: 5 }, () => completeReservation(cast.ana)));
    const all = await Promise.allSettled(reservations.map((reservationId) => rate(cast.ana, reservationId)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await problemOf(rateNewReservation(cast.ana))).toBe('too-many-ratings');
    expect(await readZone()).toMatchObject({ rating_count: 3 });
    // Neither other drivers nor other zones count.
    await rateNewReservation(cast.beto);
    const other = await createSpace(sql);
    await rate(cast.ana, await createPastReservation(sql, cast.ana, { spaceId: other.spaceId }));
    for (const { id } of await sql<{ id: string }[]>`select id from public.ratings where zone_id = ${zoneId}`)
      await setCreation(id, 24.01);
    await rateNewReservation(cast.ana);
  });

  test('a driver who repeats their third rating after a lost response hears that it is there', async () => {
    await rateNewReservation(cast.ana);
    await rateNewReservation(cast.ana);
    const reservationId = await completeReservation(cast.ana);
    await rate(cast.ana, reservationId);
    expect(await refusalOf(rate(cast.ana, reservationId))).toBe('23505');
  });

  test('while samples are on nobody rates or changes a rating', async () => {
    const id = await rateNewReservation(cast.ana);
    const reservationId = await completeReservation(cast.ana);
    await writeInstallation(sql, { samples: true });
    expect(await problemOf(rate(cast.ana, reservationId))).toBe('ratings-not-kept');
    expect(await problemOf(change(cast.ana, id, { overall: 1 }))).toBe('ratings-not-kept');
    expect(await readZone()).toMatchObject({ rating: 4, rating_count: 1 });
  });
});

describe('changing a rating', () => {
  test('a driver changes stars and comment for a day', async () => {
    const id = await rateNewReservation(cast.ana, { comment: 'Dirty' });
    await setCreation(id, 23);
    expect(await change(cast.ana, id, { overall: 1, comment: 'Clean again' })).toHaveLength(1);
    expect(await readRating(id)).toMatchObject({ overall: 1, cleanness: 3, comment: 'Clean again' });
    await setCreation(id, 25);
    const before = await readRating(id);
    expect(await problemOf(change(cast.ana, id, { overall: 5 }))).toBe('rating-final');
    expect(await problemOf(change(cast.ana, id, { comment: null }))).toBe('rating-final');
    expect(await readRating(id)).toEqual(before);
    // A repeat of what is stored is no change.
    expect(await change(cast.ana, id, { overall: 1, comment: 'Clean again' })).toHaveLength(1);
  });
});

describe('who reads what', () => {
  test('everybody reads averages and comments of a zone, without names, ids and times', async () => {
    await rateNewReservation(cast.ana, { comment: 'Clean' });
    await rateNewReservation(cast.beto, { overall: 5, cleanness: 5, communication: 5, accessibility: 5 });
    const [ana, beto] = [cast.ana.id ?? '', cast.beto.id ?? ''];
    const [today] = await sql`select (now() at time zone 'America/Santo_Domingo')::date::text as day`;
    for (const actor of [ANONYMOUS, cast.beto, cast.suspended, cast.admin]) {
      const summary = await readSummary(actor);
      expect(summary).toEqual([
        {
          rating_count: 2,
          overall: '4.5',
          cleanness: '4.0',
          communication: '5.0',
          accessibility: '3.5',
          comments: [{ stars: 4, comment: 'Clean', day: today?.day }],
        },
      ]);
      expect(JSON.stringify(summary)).not.toMatch(new RegExp(`${ana}|${beto}`));
    }
    const { zoneId: unrated } = await createSpace(sql);
    expect(await readSummary(ANONYMOUS, unrated)).toEqual([]);
  });

  test('the ten latest comments are shown, the newest first', async () => {
    for (const number of Array.from({ length: 11 }, (_, index) => index)) {
      const id = await rateNewReservation(cast.ana, { comment: `Comment ${number}` });
      await setCreation(id, 100 - number);
    }
    expect(await commentsShownTo(ANONYMOUS)).toEqual(Array.from({ length: 10 }, (_, index) => `Comment ${10 - index}`));
  });
});

describe('the rating of a zone', () => {
  test('follows new and changed ratings; before the first one it is what an administrator sets', async () => {
    const set = (rating: number) =>
      as(sql, cast.admin)`update public.parking_zones set rating = ${rating} where id = ${zoneId}`;
    await set(4.9);
    expect(await readZone()).toMatchObject({ rating: 4.9, rating_count: 0 });
    const id = await rateNewReservation(cast.ana, { overall: 2 });
    expect(await readZone()).toMatchObject({ rating: 2, rating_count: 1 });
    await set(5);
    expect(await readZone()).toMatchObject({ rating: 2, rating_count: 1 });
    await rateNewReservation(cast.beto, { overall: 5 });
    await change(cast.ana, id, { overall: 3 });
    expect(await readZone()).toMatchObject({ rating: 4, rating_count: 2 });
  });

  test('nobody writes the number of ratings, neither of a new zone nor of one that is there', async () => {
    const set = (actor: Actor) =>
      as(sql, actor)`update public.parking_zones set rating_count = 99 where id = ${zoneId}`;
    expect(await refusalOf(set(cast.admin))).toBe('42501');
    await set(SERVICE);
    expect(await readZone()).toMatchObject({ rating_count: 0 });
    const [zone] = await as(
      sql,
      SERVICE,
    )`insert into public.parking_zones (name, rating_count) values ('Naco', 7) returning rating_count`;
    expect(zone).toEqual({ rating_count: 0 });
  });

  test('a rating stays with its zone after the space moves to another one', async () => {
    await rateNewReservation(cast.ana);
    const other = await createSpace(sql);
    await sql`update public.parking_spaces set zone_id = ${other.zoneId} where id = ${spaceId}`;
    await rateNewReservation(cast.ana, { overall: 1 });
    expect(await readZone()).toMatchObject({ rating: 4, rating_count: 1 });
    expect(await readZone(other.zoneId)).toMatchObject({ rating: 1, rating_count: 1 });
  });

  test('many ratings at the same time are all counted', async () => {
    const { ana, beto, admin } = cast;
    const drivers = [ana, beto, admin, (await createCast(sql)).ana].flatMap((one) => [one, one, one]);
    const reservations = await Promise.all(
      drivers.map(async (driver) => ({ driver, id: await completeReservation(driver) })),
    );
    await Promise.all(reservations.map(({ driver, id }, index) => rate(driver, id, { overall: (index % 5) + 1 })));
    const sum = reservations.reduce((total, _, index) => total + (index % 5) + 1, 0);
    expect(await readZone()).toMatchObject({ rating: Number((sum / 12).toFixed(1)), rating_count: 12 });
  });

  test('a rating is no new version of its zone and leaves the audit log alone', async () => {
    const { updated_at: before } = await readZone();
    await rateNewReservation(cast.ana);
    const own = await rateNewReservation(cast.admin, { overall: 1 });
    expect((await readZone()).updated_at).toEqual(before);
    const log = await sql`select subject_id from public.audit_log where actor_id = ${cast.admin.id}`;
    expect([...log]).toEqual([{ subject_id: own }]);
  });

  test('a zone is deleted with its ratings, without an entry for each of them', async () => {
    const id = await rateNewReservation(cast.ana);
    await as(sql, cast.admin)`delete from public.parking_zones where id = ${zoneId}`;
    expect(await readRating(id)).toBeUndefined();
    const log = await sql`select from public.audit_log where subject_table = 'ratings' and subject_id = ${id}`;
    expect(log).toHaveLength(0);
  });

  test('without the last of its ratings a zone has none', async () => {
    const id = await rateNewReservation(cast.ana);
    await as(sql, SERVICE)`delete from public.ratings where id = ${id}`;
    expect(await readZone()).toMatchObject({ rating_count: 0 });
    expect(await readSummary(ANONYMOUS)).toEqual([]);
  });
});

describe('hiding a comment', () => {
  test('an administrator hides a comment with a reason and shows it again; the stars count', async () => {
    const id = await rateNewReservation(cast.ana, { comment: 'Ask for Juan' });
    expect(await change(cast.admin, id, { hidden_reason: ' Names a\nperson ' })).toHaveLength(1);
    expect(await readRating(id)).toMatchObject({
      comment: 'Ask for Juan',
      hidden_reason: 'Names a person',
      hidden_by: cast.admin.id,
      hidden_at: expect.any(Date),
    });
    expect(await commentsShownTo(ANONYMOUS)).toEqual([]);
    expect(await readZone()).toMatchObject({ rating: 4, rating_count: 1 });

    await change(cast.admin, id, { hidden_reason: null });
    expect(await readRating(id)).toMatchObject({ hidden_at: null, hidden_by: null });
    expect(await commentsShownTo(ANONYMOUS)).toEqual(['Ask for Juan']);
    const log = await sql`
      select actor_id, before ->> 'hidden_reason' as before, after ->> 'hidden_reason' as after
      from public.audit_log where subject_table = 'ratings' and subject_id = ${id} order by id`;
    expect([...log]).toEqual([
      { actor_id: cast.admin.id, before: null, after: 'Names a person' },
      { actor_id: cast.admin.id, before: 'Names a person', after: null },
    ]);
  });

  test('nobody else hides or shows a comment, and a changed one stays hidden', async () => {
    const id = await rateNewReservation(cast.ana, { comment: 'Rude' });
    expect(await refusalOf(change(cast.ana, id, { hidden_reason: 'Mine' }))).toBe('42501');
    expect(await change(cast.beto, id, { hidden_reason: 'Not mine' })).toEqual([]);
    await change(cast.admin, id, { hidden_reason: 'Rude' });
    expect(await refusalOf(change(cast.ana, id, { hidden_reason: null }))).toBe('42501');
    await change(cast.ana, id, { comment: 'Still rude' });
    expect(await commentsShownTo(cast.beto)).toEqual([]);
    expect(await refusalOf(change(cast.admin, id, { hidden_reason: 'x'.repeat(301) }))).toBe('23514');
  });

  test('a comment stays hidden after the account of that administrator is gone', async () => {
    const id = await rateNewReservation(cast.ana, { comment: 'Rude' });
    await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
    await change(cast.beto, id, { hidden_reason: 'Rude' });
    await as(sql, cast.beto)`select public.delete_my_account()`;
    expect(await readRating(id)).toMatchObject({ hidden_reason: 'Rude', hidden_by: null });
  });
});

describe('a deleted account', () => {
  test('leaves its stars without the person and without the comment, also in the audit log', async () => {
    const id = await rateNewReservation(cast.ana, { comment: 'I am Ana Pérez' });
    await change(cast.admin, id, { hidden_reason: 'Names Ana Pérez' });
    const log = () => sql`select before, after from public.audit_log where subject_table = 'ratings'`;
    expect(JSON.stringify(await log())).toContain('Pérez');

    await as(sql, cast.ana)`select public.delete_my_account()`;

    expect(await readRating(id)).toMatchObject({
      ...STARS,
      user_id: null,
      comment: null,
      hidden_at: null,
      hidden_reason: null,
      hidden_by: null,
    });
    expect(JSON.stringify(await log())).not.toContain('Pérez');
    expect(await readZone()).toMatchObject({ rating: 4, rating_count: 1 });
  });

  test('leaves its stars also when it is suspended, or the rating is old', async () => {
    const id = await rateNewReservation(cast.ana, { comment: 'Fine' });
    await setCreation(id, 1000);
    await sql`update public.profiles set status = 'suspended' where user_id = ${cast.ana.id}`;
    await as(sql, cast.ana)`select public.delete_my_account()`;
    expect(await readRating(id)).toMatchObject({ overall: 4, user_id: null, comment: null });
  });
});
