import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  addDevices,
  as,
  createSpace,
  hoursFromNow,
  refusalOf,
  reserve,
  reserveInPast,
  SERVICE,
  withoutRules,
} from './as.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
let spaceId: string;
beforeEach(async () => {
  await sql`delete from public.notifications`;
  await withoutRules(sql)`delete from public.reservations`;
  ({ spaceId } = await createSpace(sql));
});

type Row = { kind: string; channel: string; state: string; content: Record<string, string>; error: string | null };
const rowsOf = ({ id }: Actor) => sql<Row[]>`
  select kind, channel, state, content, last_error as error from public.notifications
  where user_id = ${id} order by created_at, channel, kind`;
const kindsOf = async (actor: Actor) => (await rowsOf(actor)).map(({ kind, channel }) => `${kind} by ${channel}`);
const statesOf = async (actor: Actor) =>
  (await rowsOf(actor)).map(({ kind, state, error }) => [kind, state, ...(error === null ? [] : [error])].join(' '));

const setMail = ({ id }: Actor, isOn: boolean) =>
  sql`update public.user_settings set email_notifications = ${isOn} where user_id = ${id}`;
const setSamples = (samples: boolean) => sql`update private.installation set samples = ${samples}`;
const decide = (settings: Record<string, boolean>) => sql`update public.installation_settings set ${sql(settings)}`;

const book = async (actor: Actor, from: number, to: number) => (await reserve(sql, actor, { spaceId, from, to })).id;
const cancel = (actor: Actor, id: string) =>
  as(sql, actor)`update public.reservations set status = 'cancelled' where id = ${id}`;
/** As functions that change a reservation do: none of them is reached through a plain update. */
const move = (id: string, from: number, to: number, createdHoursAgo = 0) =>
  sql.begin(async (tx) => {
    await tx`alter table public.reservations disable trigger reservations_check_change`;
    await tx`
      update public.reservations set start_time = ${hoursFromNow(from)}, end_time = ${hoursFromNow(to)},
        created_at = created_at - make_interval(hours => ${createdHoursAgo}) where id = ${id}`;
    await tx`alter table public.reservations enable trigger reservations_check_change`;
  });

type Claimed = { id: string; kind: string; channel: string; email: string; language: string | null; endpoint: string };
/** Some seconds after reminders were added last. */
const claim = async (most = 50) => {
  await sql`delete from private.due_work where name = 'add_reminders'`;
  return sql<Claimed[]>`select * from public.claim_notifications(${most})`;
};
const finish = (id: string, outcome: string, error: string | null = null) =>
  sql`select public.finish_notification(${id}, ${outcome}, ${error})`;
const age = (interval: string) => sql`
  update public.notifications set next_attempt_at = next_attempt_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval, created_at = created_at - ${interval}::interval`;

/** The kinds of what is claimed; `told` also names the receivers. */
const kinds = async () => (await claim()).map(({ kind }) => kind).toSorted();
const told = async () => (await claim()).map(({ kind, email }) => `${kind} to ${email}`).toSorted();
const markSent = () => sql`update public.notifications set state = 'sent', finished_at = now()`;

describe('what causes a notification', () => {
  test('a reservation is told by mail, and on each device that its driver turned on; one that was not made is not', async () => {
    await book(cast.ana, 1, 2);
    expect(await kindsOf(cast.ana)).toEqual(['confirmed by mail']);
    await addDevices(sql, cast.beto, 2);
    expect(await refusalOf(book(cast.beto, 1, 2))).toBe('23P01');
    await book(cast.beto, 3, 4);
    expect(await kindsOf(cast.beto)).toEqual(['confirmed by mail', 'confirmed by push', 'confirmed by push']);
    expect((await rowsOf(cast.beto))[0]?.content).toMatchObject({ space_name: 'A-01', zone_name: 'Naco', sequence: 0 });
  });

  test('a cancellation is told once, with who cancelled, and nothing before that any more', async () => {
    await cancel(cast.ana, await book(cast.ana, 1, 2));
    expect(await kindsOf(cast.ana)).toEqual(['cancelled by mail']);
    await cancel(cast.admin, await book(cast.beto, 1, 2));
    const byDriver = [await rowsOf(cast.ana), await rowsOf(cast.beto)].map(([row]) => row?.content.by_driver);
    expect(byDriver).toEqual([true, false]);
  });

  test('a change before the confirmation is sent is confirmed as it is now, and told once after it', async () => {
    const id = await book(cast.ana, 1, 2);
    await move(id, 5, 7);
    expect(await kinds()).toEqual(['confirmed']);
    for (const from of [6, 7]) await move(id, from, from + 2);
    expect(await kindsOf(cast.ana)).toEqual(['confirmed by mail', 'changed by mail']);
  });

  const writeToAna = (message: string) => sql`
    insert into public.user_messages (user_id, sender_type, message) values (${cast.ana.id}, 'other', ${message})`;
  const readByAna = () => sql`update public.user_messages set read_status = true where user_id = ${cast.ana.id}`;

  test('a reply of the operator is told a minute later, once for several messages, and not once it is read', async () => {
    for (const message of ['Hello', 'We look into it']) await writeToAna(message);
    expect(await kindsOf(cast.ana)).toEqual(['operator_reply by mail']);
    expect(await kinds()).toEqual([]);
    await age('1 minute');
    await readByAna();
    expect([await kinds(), await statesOf(cast.ana)]).toEqual([[], ['operator_reply skipped read']]);
  });

  test('drivers with a reservation ahead are told that their space goes out of service, others are not', async () => {
    await book(cast.ana, 1, 2);
    await cancel(cast.beto, await book(cast.beto, 3, 4));
    for (const status of ['maintenance', 'available', 'maintenance']) {
      await as(sql, cast.admin)`update public.parking_spaces set status = ${status} where id = ${spaceId}`;
    }
    expect(await kindsOf(cast.ana)).toEqual(['confirmed by mail', 'space_out_of_service by mail']);
    expect(await kindsOf(cast.beto)).toEqual(['cancelled by mail']);
  });

  test('a driver who books and cancels without end gets 40 mails in an hour', async () => {
    await sql`
      insert into public.notifications (user_id, kind, channel, cause, content, state, finished_at)
      select ${cast.ana.id}, 'confirmed', 'mail', gen_random_uuid()::text, '{}', 'sent', now() from generate_series(1, 39)`;
    for (let index = 0; index < 3; index += 1) {
      const id = await book(cast.ana, 1, 2);
      for (const { id: claimed } of await claim()) await finish(claimed, 'sent');
      await cancel(cast.ana, id);
    }
    expect(await rowsOf(cast.ana)).toHaveLength(40);
  });
});

describe('reminders', () => {
  /** A reservation that was booked a day ago. */
  const booked = async (from: number, to: number) => {
    const id = await book(cast.ana, from + 10, to + 10);
    await setMail(cast.ana, false);
    await move(id, from, to, 24);
    await sql`truncate public.notifications`;
    await setMail(cast.ana, true);
    return id;
  };

  test('are of 30 minutes before the start, once, by whichever server looks', async () => {
    const id = await booked(0.6, 2);
    expect(await kinds()).toEqual([]);
    await move(id, 0.45, 2);
    await sql`truncate public.notifications`;
    await Promise.all([claim(), claim(), claim()]);
    expect(await kindsOf(cast.ana)).toEqual(['starts_soon by mail']);
  });

  test('are of 15 minutes before the end, and again when the reservation became longer', async () => {
    const id = await booked(-1, 0.2);
    expect(await kinds()).toEqual(['ends_soon']);
    await move(id, -1, 1.2);
    expect(await kinds()).toEqual(['changed']);
    await move(id, -1, 0.1);
    expect(await kinds()).toEqual(['changed', 'ends_soon']);
  });

  test('of the start are none where it was booked within the half hour before', async () => {
    await book(cast.ana, 0.3, 2);
    expect(await kinds()).toEqual(['confirmed']);
  });

  test.each([
    ['cancelled', (id: string) => cancel(cast.ana, id), 'cancelled'],
    ['moved', (id: string) => move(id, 5, 6), 'changed'],
  ])('are none of what is %s between two attempts', async (_, change, next) => {
    const id = await booked(0.4, 2);
    const [reminder] = await claim();
    await finish(reminder?.id ?? '', 'failed', '450');
    await age('2 minutes');
    await change(id);
    expect(await kinds()).toEqual([next]);
    expect((await statesOf(cast.ana))[0]).toBe('starts_soon skipped 450');
  });

  test('that nobody could send before the start are not sent after it', async () => {
    await booked(0.4, 2);
    await claim();
    await age('30 minutes');
    expect([await kinds(), await statesOf(cast.ana)]).toEqual([[], ['starts_soon failed expired']]);
  });
});

test('a driver who cannot be reached by a reminder is looked at once, and keeps nobody waiting', async () => {
  /** So many reservations that end in some minutes, each on a space of its own and not told yet. */
  const addReservations = ({ id }: Actor, count: number, minutesLeft: number) => withoutRules(sql)`
    with spaces as (
      insert into public.parking_spaces (name) select 'R-' || n from generate_series(1, ${count}) n returning id
    )
    insert into public.reservations (user_id, parking_space_id, start_time, end_time, created_at)
    select ${id}, spaces.id, now() - interval '2 hours', now() + make_interval(mins => ${minutesLeft}),
      now() - interval '2 hours' from spaces`;
  await setMail(cast.beto, false);
  await sql`update public.user_settings set push_notifications = true where user_id = ${cast.beto.id}`;
  await addReservations(cast.beto, 1000, 5);
  await addReservations(cast.ana, 1, 10);
  expect(await claim()).toEqual([]);
  expect(new Set(await statesOf(cast.beto))).toEqual(new Set(['ends_soon skipped no_target']));
  expect((await claim()).map(({ email }) => email)).toEqual([cast.ana.email]);
  expect(await rowsOf(cast.beto)).toHaveLength(1000);
});

describe('a reservation that is over and not ended', () => {
  const addSpace = async () => (await createSpace(sql)).spaceId;
  /** A reservation as if it had been booked long ago; without the notifications of that. */
  const park = async (actor: Actor, from: number, to: number, space = spaceId) => {
    const { id } = await reserveInPast(sql, actor, { spaceId: space, from, to });
    await sql`delete from public.notifications where reservation_id = ${id}`;
    return id;
  };
  const setColumns = (id: string, columns: { start_time?: Date; end_time?: Date; parking_space_id?: string }) =>
    withoutRules(sql)`update public.reservations set ${sql(columns)} where id = ${id}`;
  const end = (actor: Actor, id: string) =>
    as(sql, actor)`update public.reservations set status = 'completed' where id = ${id}`;
  const toAna = () => `reservation_over to ${cast.ana.email}`;
  const LATE_AND_NEXT = ['reservation_over', 'space_still_used'];

  test('its driver is told 5 minutes after the end, once, by whichever server looks', async () => {
    const id = await park(cast.ana, -2, -0.07);
    expect(await kinds()).toEqual([]);
    await setColumns(id, { end_time: hoursFromNow(-0.1) });
    expect((await Promise.all([told(), told(), told()])).flat()).toEqual([toAna()]);
    await age('2 minutes');
    await markSent();
    expect(await kinds()).toEqual([]);
    expect(await kindsOf(cast.ana)).toEqual(['reservation_over by mail']);
  });

  test.each([
    ['begins within the hour', 0.9, true],
    ['has begun', -0.1, true],
    ['begins later', 1.1, false],
  ])('its driver learns when the reservation of another driver %s', async (_, from, isTold) => {
    await park(cast.ana, -2, -0.1);
    const next = await park(cast.beto, from, from + 1);
    await claim();
    const [row] = await rowsOf(cast.ana);
    const [reservation] = await sql<{ start: Date }[]>`
      select start_time as start from public.reservations where id = ${next}`;
    const start = row?.content.next_start ?? null;
    expect(start && new Date(start)).toEqual(isTold ? reservation?.start : null);
    expect(JSON.stringify(row?.content)).not.toContain(cast.beto.id);
  });

  test('a reservation of their own, a cancelled one and one on another space are no next reservation', async () => {
    await park(cast.ana, -2, -0.1);
    await park(cast.ana, 0.2, 0.5);
    await cancel(cast.beto, await park(cast.beto, 0.6, 0.9));
    await park(cast.beto, 0.6, 0.9, await addSpace());
    expect(await told()).toEqual([toAna(), `cancelled to ${cast.beto.email}`].toSorted());
    expect((await rowsOf(cast.ana))[0]?.content.next_start).toBeNull();
  });

  test('the next driver is told within 10 minutes of the start, once, and not who is on the space', async () => {
    await park(cast.ana, -2, -0.1);
    const next = await park(cast.beto, 0.3, 1);
    expect(await told()).toEqual([toAna()]);
    await setColumns(next, { start_time: hoursFromNow(0.15) });
    expect((await Promise.all([told(), told(), told()])).flat()).toEqual([`space_still_used to ${cast.beto.email}`]);
    await markSent();
    expect(await kinds()).toEqual([]);
    const [row] = await rowsOf(cast.beto);
    expect(row?.content).toMatchObject({ space_name: 'A-01' });
    expect(Object.keys(row?.content ?? {})).not.toContain('next_start');
    expect(JSON.stringify(row)).not.toContain(cast.ana.id);
  });

  test.each<[string, (late: string, next: string) => Promise<unknown>, string[]]>([
    ['the late stay was ended', (late) => end(cast.ana, late), LATE_AND_NEXT],
    ['an administrator cancelled it', (late) => cancel(cast.admin, late), LATE_AND_NEXT],
    ['the next stay was cancelled', (_, next) => cancel(cast.beto, next), ['space_still_used']],
  ])('nothing is sent that is out of date because %s', async (_, change, outdated) => {
    const late = await park(cast.ana, -2, -0.1);
    const next = await park(cast.beto, 0.1, 1);
    for (const { id } of await claim()) await finish(id, 'failed', '450');
    await change(late, next);
    await sql`update public.notifications set next_attempt_at = now() where state = 'pending'`;
    expect((await kinds()).filter((kind) => outdated.includes(kind))).toEqual([]);
    const skipped = await sql`
      select kind from public.notifications where state = 'skipped' and kind = any(${LATE_AND_NEXT}) order by kind`;
    expect(skipped.map(({ kind }) => kind)).toEqual(outdated);
  });
});

describe('delivery', () => {
  test('one that failed is tried again, and given up after a day', async () => {
    await book(cast.ana, 40, 41);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const [row] = await claim();
      expect(row).toMatchObject({ channel: 'mail', email: cast.ana.email });
      await finish(row?.id ?? '', 'failed', 'ECONNREFUSED');
      await sql`update public.notifications set next_attempt_at = now()`;
    }
    await age('1 day');
    expect(await claim()).toHaveLength(0);
    expect(await statesOf(cast.ana)).toEqual(['confirmed failed ECONNREFUSED']);
  });

  test('a rejected address gets no more mail, until the account has another one', async () => {
    await book(cast.ana, 1, 2);
    const [first] = await claim();
    await finish(first?.id ?? '', 'rejected', '550');
    await book(cast.ana, 3, 4);
    expect(await claim()).toHaveLength(0);
    expect(await statesOf(cast.ana)).toEqual(['confirmed failed 550', 'confirmed skipped rejected_before']);
    await sql`update auth.users set email = ${`new-${cast.ana.email}`} where id = ${cast.ana.id}`;
    await book(cast.ana, 5, 6);
    expect(await claim()).toHaveLength(1);
  });

  test('a device that is gone is forgotten, the other ones are told on', async () => {
    await setMail(cast.ana, false);
    await addDevices(sql, cast.ana, 2);
    await book(cast.ana, 1, 2);
    const [gone, there] = await claim();
    await finish(gone?.id ?? '', 'rejected', '410');
    await finish(there?.id ?? '', 'sent');
    await book(cast.ana, 3, 4);
    expect((await claim()).map(({ endpoint }) => endpoint)).toEqual([there?.endpoint]);
  });

  test('a device whose session has ended is told nothing', async () => {
    await setMail(cast.ana, false);
    await addDevices(sql, cast.ana, 1);
    await sql`update public.push_subscriptions set session_id = ${randomUUID()} where user_id = ${cast.ana.id}`;
    await book(cast.ana, 1, 2);
    expect(await claim()).toHaveLength(0);
    expect(await statesOf(cast.ana)).toEqual(['confirmed skipped signed_out']);
  });

  test('what a driver turns off before it is sent is not sent, nor to an address that is not confirmed', async () => {
    await book(cast.ana, 1, 2);
    await setMail(cast.ana, false);
    await book(cast.beto, 3, 4);
    await sql`update auth.users set email_confirmed_at = null where id = ${cast.beto.id}`;
    expect(await claim()).toHaveLength(0);
    expect([...(await statesOf(cast.ana)), ...(await statesOf(cast.beto))]).toEqual([
      'confirmed skipped turned_off',
      'confirmed skipped no_address',
    ]);
  });

  test('without sample data the switches of the operator hold for everybody', async () => {
    await addDevices(sql, cast.ana, 1);
    await setSamples(false);
    await decide({ email_notifications: false, push_notifications: true });
    await reserve(sql, SERVICE, { spaceId, from: 1, to: 2, owner: cast.ana.id });
    expect(await kindsOf(cast.ana)).toEqual(['confirmed by push']);
    await decide({ notifications_enabled: false });
    expect(await kinds()).toEqual([]);
    await decide({ email_notifications: true, notifications_enabled: true });
    await setSamples(true);
  });

  test('the outcome of a notification is said once', async () => {
    await book(cast.ana, 1, 2);
    const [row] = await claim();
    await finish(row?.id ?? '', 'sent');
    await finish(row?.id ?? '', 'rejected', '550');
    expect(await statesOf(cast.ana)).toEqual(['confirmed sent']);
    expect(await refusalOf(finish(row?.id ?? '', 'eaten'))).toBe('22023');
  });
});

test('a notification is kept for 30 days', async () => {
  await book(cast.ana, 1, 2);
  await age('29 days');
  await sql`select private.remove_old_data()`;
  expect(await rowsOf(cast.ana)).toHaveLength(1);
  await age('25 hours');
  await sql`select private.remove_old_data()`;
  expect(await rowsOf(cast.ana)).toHaveLength(0);
});
