import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  as,
  createSpace,
  one,
  problemOf,
  readValue,
  refusalOf,
  reserve,
  SERVICE,
  withoutRules,
} from './as.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
await sql`update private.installation set samples = false`;
beforeEach(() => sql`delete from public.user_messages`);

type Message = {
  id: string;
  sender_type: string;
  message: string;
  read_status: boolean;
  needs_reply: boolean;
};
type Sent = { to?: Actor; from?: 'user' | 'other'; id?: string; about?: string | null; seenUntil?: string };

async function send(
  actor: Actor,
  message: string,
  { to = actor, from = 'user', id = randomUUID(), about, seenUntil }: Sent = {},
) {
  return one(as(sql, actor)<Message[]>`
    insert into public.user_messages (id, user_id, sender_type, message, reservation_id, seen_until)
    values (${id}, ${to.id}, ${from}, ${message}, ${about ?? null}, ${seenUntil ?? null}::text::timestamptz) returning *`);
}

const reply = (actor: Actor, to: Actor, message = 'Hello') => send(actor, message, { to, from: 'other' });
const messagesOf = ({ id }: Actor) =>
  sql<Message[]>`select * from public.user_messages where user_id = ${id} order by created_at, id`;
const markRead = (actor: Actor, of: Actor) =>
  as(sql, actor)`update public.user_messages set read_status = true where user_id = ${of.id} returning sender_type`;
const unreadOf = async (actor: Actor) => readValue(as(sql, actor)`select public.count_unread_messages()`);
const inboxOf = (actor: Actor) => as(sql, actor)`select * from public.admin_message_inbox()`;

describe('a driver', () => {
  test('writes to the operator, reads both sides of their own conversation and counts what is unread', async () => {
    await send(cast.ana, '  Hola \n');
    expect(await reply(cast.admin, cast.ana, 'Buenas')).toMatchObject({ needs_reply: false });
    await reply(cast.admin, cast.beto, 'For Beto');
    const read = await as(sql, cast.ana)`
      select sender_type, message from public.user_messages order by sender_type desc`;
    expect(read).toEqual([
      { sender_type: 'user', message: 'Hola' },
      { sender_type: 'other', message: 'Buenas' },
    ]);
    expect([await unreadOf(cast.ana), await unreadOf(cast.admin)]).toEqual([1, 0]);
    expect(await markRead(cast.ana, cast.ana)).toEqual([{ sender_type: 'other' }]);
    expect(await unreadOf(cast.ana)).toBe(0);
    const unread = as(sql, cast.ana)`update public.user_messages set read_status = false`;
    expect(await refusalOf(unread)).toBe('42501');
  });

  test.each([
    ['\u200B\u202EHola\uFEFF\u00A0', 'Hola'],
    [`a${'\n'.repeat(900)}b`, 'a\n\nb'],
    ['a\n \n\t\nb', 'a\n\nb'],
    ['One\nTwo\n\nThree 👨‍👩‍👧 ❤️ ¿Sí?', 'One\nTwo\n\nThree 👨‍👩‍👧 ❤️ ¿Sí?'],
  ])('sends a text without invisible characters around it and empty lines in a row: %.20j', async (text, kept) => {
    expect((await send(cast.ana, text)).message).toBe(kept);
  });

  test.each([
    '',
    '  ',
    '\n\t',
    '\u200B\u2066\uFEFF',
    '\u2800\u3164',
    '\u0301\ufe0f',
    'x'.repeat(1001),
    ' '.repeat(200_000),
    `Ana${'\u0301'.repeat(79)}`,
  ])('sends no text that is blank, under a heap of accents or longer than 1000: %.5j', async (text) => {
    expect(await refusalOf(send(cast.ana, text))).toBe('23514');
  });

  test('who repeats a message after a lost response hears that it is there', async () => {
    const { id } = await send(cast.ana, 'Hola');
    for (const actor of [cast.ana, cast.beto]) expect(await refusalOf(send(actor, 'Hola', { id }))).toBe('23505');
    expect([await messagesOf(cast.ana), await messagesOf(cast.beto)]).toMatchObject([[{ id }], []]);
  });

  const insert = (count: number) => {
    const row = { user_id: cast.ana.id, sender_type: 'user', message: 'x' };
    return as(sql, cast.ana)`insert into public.user_messages ${sql(Array(count).fill(row))}`;
  };
  const makeOlder = (age: string) =>
    sql`update public.user_messages set created_at = created_at - ${age}::text::interval`;

  test('waits for a reply after 20 messages, also several at once, and then writes on', async () => {
    expect(await problemOf(insert(21))).toBe('too-many-unanswered-messages');
    await insert(18);
    const several = await Promise.allSettled(['a', 'b', 'c', 'd'].map((text) => send(cast.ana, text)));
    expect(several.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await send(cast.beto, 'Another driver');
    await makeOlder('2 days');
    expect(await problemOf(send(cast.ana, 'Days later'))).toBe('too-many-unanswered-messages');
    await reply(cast.admin, cast.ana);
    await send(cast.ana, 'Thanks');
  });

  test('sends 20 messages in a minute and 100 in a day, or as many as the operator says', async () => {
    for (let round = 1; round <= 5; round += 1) {
      await insert(20);
      await reply(cast.admin, cast.ana);
      if (round === 1) expect(await problemOf(insert(1))).toBe('too-many-messages');
      await makeOlder('1 hour');
    }
    expect(await problemOf(insert(1))).toBe('too-many-messages-in-a-day');
    await makeOlder('20 hours');
    await insert(20);
    await sql`update private.limits set unanswered_messages = 1`;
    expect(await problemOf(insert(1))).toBe('too-many-unanswered-messages');
    await sql`update private.limits set unanswered_messages = 20`;
  });

  test('writes about a reservation of their own, which keeps its space and start', async () => {
    const { spaceId } = await createSpace(sql);
    const { id: about } = await reserve(sql, SERVICE, { spaceId, from: 1, to: 2, owner: cast.ana.id });
    for (const [actor, sent] of [
      [cast.beto, { about }] as const,
      [cast.beto, { about: randomUUID() }] as const,
      [cast.admin, { to: cast.beto, from: 'other', about }] as const,
    ]) {
      expect(await problemOf(send(actor, 'x', sent))).toBe('reservation-not-found');
    }
    expect(await send(cast.ana, 'The gate is closed', { about })).toMatchObject({ reservation_id: about });
    await withoutRules(sql)`update public.parking_spaces set name = 'B-99' where id = ${spaceId}`;
    await sql`delete from public.reservations where id = ${about}`;
    const kept = { reservation_id: null, reservation_space_name: 'A-01', message: 'The gate is closed' };
    expect(await messagesOf(cast.ana)).toMatchObject([kept]);
  });

  test('writes nothing in the name of the operator, nor who of them has to reply', async () => {
    expect(await refusalOf(reply(cast.ana, cast.ana))).toBe('42501');
    await send(cast.ana, 'Hola');
    await reply(cast.admin, cast.ana);
    await send(cast.ana, 'And now?');
    const set = (value: boolean) => as(sql, cast.ana)`
      update public.user_messages set needs_reply = ${value}, read_status = true returning sender_type`;
    expect(await set(false)).toEqual([{ sender_type: 'other' }]);
    expect(await refusalOf(set(true))).toBe('23514');
    expect((await messagesOf(cast.ana)).map(({ needs_reply }) => needs_reply)).toEqual([false, false, true]);
  });
});

describe('an administrator', () => {
  test('sends 20 messages in a minute to all drivers together, and none when suspended', async () => {
    for (let count = 0; count < 20; count += 1) await reply(cast.admin, count % 2 ? cast.ana : cast.beto);
    expect(await problemOf(reply(cast.admin, cast.ana))).toBe('too-many-messages');
    await sql`insert into public.user_roles (user_id, role) values (${cast.suspended.id}, 'admin')`;
    expect(await refusalOf(reply(cast.suspended, cast.ana))).toBe('42501');
  });

  test('reads who waits for a reply, who waits longest first, until somebody replies or closes', async () => {
    await send(cast.ana, `First\n\n${'x'.repeat(500)}`);
    await send(cast.beto, 'From Beto');
    await send(cast.ana, 'Second');
    expect(await inboxOf(cast.admin)).toMatchObject([
      { user_id: cast.ana.id, full_name: 'Ana', waiting_messages: 2, excerpt: expect.stringMatching(/^First x{154}$/) },
      { user_id: cast.beto.id, excerpt: 'From Beto', waiting_messages: 1, waiting_users: 2 },
    ]);
    await reply(cast.admin, cast.ana);
    expect(await inboxOf(cast.admin)).toMatchObject([{ user_id: cast.beto.id, waiting_users: 1 }]);
    await send(cast.ana, 'Thanks');
    const close = as(sql, cast.admin)`
      update public.user_messages set needs_reply = false, read_status = true
      where user_id = ${cast.ana.id} and needs_reply returning message`;
    expect(await close).toEqual([{ message: 'Thanks' }]);
    expect(await inboxOf(cast.admin)).toHaveLength(1);
  });

  test('closes with a reply what they had seen, at a finite time, and all where nobody says what', async () => {
    await send(cast.ana, 'One');
    // The API writes a time with all its digits.
    const [one] = await sql<
      { sent_at: string }[]
    >`select to_json(created_at) #>> '{}' as sent_at from public.user_messages`;
    await send(cast.ana, 'Two');
    const waiting = async () =>
      (await messagesOf(cast.ana)).filter(({ needs_reply }) => needs_reply).map(({ message }) => message);
    for (const seenUntil of [one?.sent_at ?? '', new Date(0).toISOString()]) {
      await send(cast.admin, 'Hello', { to: cast.ana, from: 'other', seenUntil });
      expect(await waiting()).toEqual(['Two']);
    }
    const endless = send(cast.admin, 'Hello', { to: cast.ana, from: 'other', seenUntil: 'infinity' });
    expect(await refusalOf(endless)).toBe('23514');
    expect(await refusalOf(send(cast.ana, 'Hola', { seenUntil: '2026-01-01' }))).toBe('23514');
    await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
    await Promise.all([reply(cast.admin, cast.ana), reply(cast.beto, cast.ana)]);
    expect(await waiting()).toEqual([]);
  });

  test('is in the audit log as who wrote and closed, and not with what was written', async () => {
    await send(cast.ana, 'My secret');
    const { id } = await reply(cast.admin, cast.ana, 'Another secret');
    const second = await send(cast.ana, 'Thanks');
    await as(sql, cast.admin)`
      update public.user_messages set needs_reply = false, read_status = true where id = ${second.id}`;
    const entries = await sql`
      select actor_id, action, subject_id, before, after from public.audit_log
      where subject_table = 'user_messages' and coalesce(after, before) ->> 'user_id' = ${cast.ana.id} order by id`;
    expect(entries).toMatchObject([
      { actor_id: cast.admin.id, action: 'insert', subject_id: id },
      { actor_id: cast.admin.id, action: 'update', subject_id: second.id },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/secret|Thanks|reservation/);
  });
});
