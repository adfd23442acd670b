import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  ANONYMOUS,
  as,
  type Cast,
  createCast,
  createSpace,
  problemOf,
  refusalOf,
  reserve,
  SERVICE,
} from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
beforeAll(async () => {
  await sql`update private.installation set samples = false`;
});
beforeEach(async () => {
  await sql`delete from public.user_messages`;
  cast = await createCast(sql);
});

type Message = {
  id: string;
  user_id: string;
  sender_id: string | null;
  sender_type: string;
  message: string;
  read_status: boolean;
  needs_reply: boolean;
  reservation_space_name: string | null;
};
type Sent = { to?: Actor; as?: 'user' | 'other'; id?: string; about?: string | null; seenUntil?: string };

function send(
  actor: Actor,
  message: string,
  { to = actor, as: type = 'user', id = randomUUID(), about, seenUntil }: Sent = {},
) {
  return as(sql, actor, async (tx) => {
    const [row] = await tx<Message[]>`
      insert into public.user_messages (id, user_id, sender_type, message, reservation_id, seen_until)
      values (${id}, ${to.id}, ${type}, ${message}, ${about ?? null}, ${seenUntil ?? null}::text::timestamptz) returning *`;
    if (!row) throw new Error('No message came back');
    return row;
  });
}

const reply = (actor: Actor, to: Actor, message = 'Hello') => send(actor, message, { to, as: 'other' });
const messagesOf = ({ id }: Actor) =>
  sql<Message[]>`select * from public.user_messages where user_id = ${id} order by created_at, id`;
const markRead = (actor: Actor, of: Actor) =>
  as(sql, actor)`update public.user_messages set read_status = true where user_id = ${of.id} returning sender_type`;
const unreadOf = async (actor: Actor) => {
  const [row] = await as(sql, actor)`select public.count_unread_messages() as count`;
  return row?.count;
};
const inboxOf = (actor: Actor) => as(sql, actor)`select * from public.admin_message_inbox()`;

describe('what a driver may do', () => {
  test('a driver writes to the operator and reads both sides of their own conversation', async () => {
    await send(cast.ana, '  Hola \n');
    await reply(cast.admin, cast.ana, 'Buenas');
    await reply(cast.admin, cast.beto, 'For Beto');
    const read = await as(
      sql,
      cast.ana,
    )`select sender_type, message from public.user_messages order by sender_type desc`;
    expect(read).toEqual([
      { sender_type: 'user', message: 'Hola' },
      { sender_type: 'other', message: 'Buenas' },
    ]);
  });

  test('a driver marks what the operator wrote as read, and nothing as unread', async () => {
    await send(cast.ana, 'Hola');
    await reply(cast.admin, cast.ana);
    expect(await markRead(cast.ana, cast.ana)).toEqual([{ sender_type: 'other' }]);
    const unread = as(sql, cast.ana)`update public.user_messages set read_status = false`;
    expect(await refusalOf(unread)).toBe('42501');
    expect((await messagesOf(cast.ana)).map(({ read_status }) => read_status)).toEqual([true, true]);
  });

  test('a message loses invisible characters around it and empty lines in a row, and nothing else', async () => {
    const sent = async (text: string) => (await send(cast.ana, text)).message;
    expect(await sent('\u200B\u202EHola\uFEFF\u00A0')).toBe('Hola');
    expect(await sent(`a${'\n'.repeat(900)}b`)).toBe('a\n\nb');
    expect(await sent('a\n \n\t\nb')).toBe('a\n\nb');
    expect(await sent('One\nTwo\n\nThree 👨‍👩‍👧 ¿Sí?')).toBe('One\nTwo\n\nThree 👨‍👩‍👧 ¿Sí?');
  });

  test.each(['', '  ', '\n\t', '\u200B\u2066\uFEFF', 'x'.repeat(1001), ' '.repeat(200_000)])(
    'no message is blank or longer than 1000: %.5j',
    async (text) => {
      expect(await refusalOf(send(cast.ana, text))).toBe('23514');
      expect(await messagesOf(cast.ana)).toEqual([]);
    },
  );

  test('a driver who repeats a message after a lost response hears that it is there', async () => {
    const { id } = await send(cast.ana, 'Hola');
    expect(await refusalOf(send(cast.ana, 'Hola', { id }))).toBe('23505');
    expect(await refusalOf(send(cast.beto, 'Hola', { id }))).toBe('23505');
    expect([await messagesOf(cast.ana), await messagesOf(cast.beto)]).toMatchObject([[{ id }], []]);
  });

  test('a driver sends 20 messages in a minute, also when several are sent at once', async () => {
    const insert = (count: number) =>
      as(sql, cast.ana, (tx) => {
        const rows = Array.from({ length: count }, () => ({ user_id: cast.ana.id, sender_type: 'user', message: 'x' }));
        return tx`insert into public.user_messages ${tx(rows)}`;
      });
    expect(await problemOf(insert(21))).toBe('too-many-messages');
    await insert(18);
    const several = await Promise.allSettled(['a', 'b', 'c', 'd'].map((text) => send(cast.ana, text)));
    expect(several.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await messagesOf(cast.ana)).toHaveLength(20);
    await send(cast.beto, 'Another driver');
    await sql`update public.user_messages set created_at = now() - interval '61 seconds'`;
    await send(cast.ana, 'A minute later');
  });

  test('the operator changes how many messages a minute has', async () => {
    await sql`update private.limits set messages_per_minute = 1`;
    await send(cast.ana, 'One');
    expect(await problemOf(send(cast.ana, 'Two'))).toBe('too-many-messages');
    await sql`update private.limits set messages_per_minute = 20`;
  });
});

describe('about a reservation', () => {
  test('a message is about a reservation of the driver and keeps its space and start', async () => {
    const { spaceId } = await createSpace(sql);
    const { id: about } = await reserve(sql, SERVICE, { spaceId, from: 1, to: 2, owner: cast.ana.id });
    const sent = await send(cast.ana, 'The gate is closed', { about });
    expect(sent).toMatchObject({ reservation_id: about, reservation_space_name: 'A-01' });
    await reply(cast.admin, cast.ana);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.parking_spaces set name = 'B-99' where id = ${spaceId}`;
    });
    await sql`delete from public.reservations where id = ${about}`;
    const [kept] = await messagesOf(cast.ana);
    expect(kept).toMatchObject({ reservation_id: null, reservation_space_name: 'A-01', message: 'The gate is closed' });
  });

  test('nobody writes about a reservation of somebody else, or none', async () => {
    const { spaceId } = await createSpace(sql);
    const { id: about } = await reserve(sql, SERVICE, { spaceId, from: 1, to: 2, owner: cast.ana.id });
    expect(await problemOf(send(cast.beto, 'x', { about }))).toBe('reservation-not-found');
    expect(await problemOf(send(cast.beto, 'x', { about: randomUUID() }))).toBe('reservation-not-found');
    expect(await problemOf(send(cast.admin, 'x', { to: cast.beto, as: 'other', about }))).toBe('reservation-not-found');
    expect(await messagesOf(cast.beto)).toEqual([]);
  });
});

describe('what administrators may do', () => {
  test('an administrator writes nothing in the name of a driver, and marks only drivers’ messages', async () => {
    await send(cast.ana, 'Hola');
    await reply(cast.admin, cast.ana);
    expect(await refusalOf(send(cast.admin, 'I am Ana', { to: cast.ana }))).toBe('42501');
    expect(await markRead(cast.admin, cast.ana)).toEqual([{ sender_type: 'user' }]);
    expect((await messagesOf(cast.ana)).map(({ read_status }) => read_status)).toEqual([true, false]);
  });

  test('an administrator sends 20 messages in a minute to all drivers together', async () => {
    for (let count = 0; count < 20; count += 1) await reply(cast.admin, count % 2 ? cast.ana : cast.beto);
    expect(await problemOf(reply(cast.admin, cast.ana))).toBe('too-many-messages');
  });

  test('a suspended administrator sends nothing', async () => {
    await sql`insert into public.user_roles (user_id, role) values (${cast.suspended.id}, 'admin')`;
    expect(await refusalOf(reply(cast.suspended, cast.ana))).toBe('42501');
  });
});

describe('what others may not do', () => {
  test('a driver writes nothing in the name of the operator', async () => {
    expect(await refusalOf(reply(cast.ana, cast.ana))).toBe('42501');
    expect(await messagesOf(cast.ana)).toEqual([]);
  });

  test('a driver does not say that their message needs no reply, nor that the operator’s needs one', async () => {
    await send(cast.ana, 'Hola');
    await reply(cast.admin, cast.ana);
    await send(cast.ana, 'And now?');
    const set = (value: string) =>
      as(sql, cast.ana, (tx) =>
        tx.unsafe(`update public.user_messages set needs_reply = ${value}, read_status = true returning sender_type`),
      );
    expect(await set('false')).toEqual([{ sender_type: 'other' }]);
    expect(await refusalOf(set('true'))).toBe('23514');
    expect((await messagesOf(cast.ana)).map(({ needs_reply }) => needs_reply)).toEqual([false, false, true]);
  });
});

describe('unread messages and the inbox', () => {
  test('a driver counts what the operator wrote since they last read', async () => {
    await send(cast.ana, 'Hola');
    await reply(cast.admin, cast.ana, 'One');
    await reply(cast.admin, cast.ana, 'Two');
    expect([await unreadOf(cast.ana), await unreadOf(cast.beto), await unreadOf(cast.admin)]).toEqual([2, 0, 0]);
    await markRead(cast.ana, cast.ana);
    expect(await unreadOf(cast.ana)).toBe(0);
  });

  test('the inbox has who waits for a reply, who waits longest first, until somebody replies', async () => {
    await send(cast.ana, `First\n\n${'x'.repeat(500)}`);
    await send(cast.beto, 'From Beto');
    await send(cast.ana, 'Second');
    const [ana, beto, ...rest] = await inboxOf(cast.admin);
    expect(rest).toEqual([]);
    expect(beto).toMatchObject({ user_id: cast.beto.id, excerpt: 'From Beto', waiting_messages: 1, waiting_users: 2 });
    expect(ana).toMatchObject({ user_id: cast.ana.id, full_name: 'Ana', waiting_messages: 2 });
    expect(ana?.excerpt).toMatch(/^First x{154}$/);
    await reply(cast.admin, cast.ana);
    expect(await inboxOf(cast.admin)).toMatchObject([{ user_id: cast.beto.id, waiting_users: 1 }]);
    await send(cast.ana, 'Thanks');
    expect(await inboxOf(cast.admin)).toHaveLength(2);
    expect([await inboxOf(cast.ana), await inboxOf(cast.suspended)]).toEqual([[], []]);
    expect(await refusalOf(inboxOf(ANONYMOUS))).toBe('42501');
  });

  test('an administrator closes a conversation without a reply', async () => {
    await send(cast.ana, 'Thanks');
    const close = as(sql, cast.admin)`update public.user_messages set needs_reply = false, read_status = true
        where user_id = ${cast.ana.id} and needs_reply returning message`;
    expect(await close).toEqual([{ message: 'Thanks' }]);
    expect((await inboxOf(cast.admin)).filter(({ user_id }) => user_id === cast.ana.id)).toEqual([]);
  });

  test('a reply closes what its writer had seen, and all where nobody says what', async () => {
    await send(cast.ana, 'One');
    // As the API writes it, with all its digits.
    const [one] = await sql<{ sent_at: string }[]>`
      select to_json(created_at) #>> '{}' as sent_at from public.user_messages`;
    const seenUntil = one?.sent_at ?? '';
    await send(cast.ana, 'Two');
    await send(cast.admin, 'Hello', { to: cast.ana, as: 'other', seenUntil });
    const waiting = async () =>
      (await messagesOf(cast.ana)).filter(({ needs_reply }) => needs_reply).map(({ message }) => message);
    expect(await waiting()).toEqual(['Two']);
    await send(cast.admin, 'Nothing seen', { to: cast.ana, as: 'other', seenUntil: new Date(0).toISOString() });
    expect(await waiting()).toEqual(['Two']);
    await reply(cast.admin, cast.ana);
    expect(await waiting()).toEqual([]);
  });

  test('what an operator has seen is a finite time, and no driver says it', async () => {
    const reply = { to: cast.ana, as: 'other', seenUntil: 'infinity' } as const;
    expect(await refusalOf(send(cast.admin, 'Hello', reply))).toBe('23514');
    expect(await refusalOf(send(cast.ana, 'Hola', { seenUntil: '2026-01-01' }))).toBe('23514');
  });

  test('two operators who reply at once both do, and the conversation waits no longer', async () => {
    const other = cast.beto;
    await sql`insert into public.user_roles (user_id, role) values (${other.id}, 'admin')`;
    await send(cast.ana, 'One');
    await send(cast.ana, 'Two');
    await Promise.all([reply(cast.admin, cast.ana), reply(other, cast.ana)]);
    expect((await messagesOf(cast.ana)).filter(({ needs_reply }) => needs_reply)).toEqual([]);
    expect(await messagesOf(cast.ana)).toHaveLength(4);
  });
});

test('with sample data neither drivers nor administrators send messages', async () => {
  await sql`update private.installation set samples = true`;
  const problems = [await problemOf(send(cast.ana, 'Hola')), await problemOf(reply(cast.admin, cast.ana))];
  await sql`update private.installation set samples = false`;
  expect(problems).toEqual(['messages-are-samples', 'messages-are-samples']);
  expect(await messagesOf(cast.ana)).toEqual([]);
});

describe('what is kept', () => {
  test('the audit log says that an administrator wrote and closed, and not what was written', async () => {
    await send(cast.ana, 'My secret');
    const { id } = await reply(cast.admin, cast.ana, 'Another secret');
    const second = await send(cast.ana, 'Thanks');
    await as(
      sql,
      cast.admin,
    )`update public.user_messages set needs_reply = false, read_status = true where id = ${second.id}`;
    const entries = await sql`
      select actor_id, action, subject_id, before, after from public.audit_log
      where subject_table = 'user_messages' and coalesce(after, before) ->> 'user_id' = ${cast.ana.id} order by id`;
    expect(entries).toMatchObject([
      { actor_id: cast.admin.id, action: 'insert', subject_id: id },
      { actor_id: cast.admin.id, action: 'update', subject_id: second.id },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/secret|Thanks|reservation/);
  });

  test('a conversation goes with the driver’s account, and stays when an operator’s account goes', async () => {
    await send(cast.ana, 'Hola');
    await send(cast.beto, 'Hola');
    await reply(cast.admin, cast.beto);
    await sql`insert into public.user_roles (user_id, role) values (${cast.suspended.id}, 'admin')`;
    await sql`update public.profiles set status = 'active' where user_id = ${cast.suspended.id}`;
    for (const leaving of [cast.ana, cast.admin]) {
      await as(sql, leaving)`select public.delete_my_account()`;
    }
    expect(await messagesOf(cast.ana)).toEqual([]);
    expect(await messagesOf(cast.beto)).toMatchObject([{ sender_id: cast.beto.id }, { sender_id: null }]);
  });
});
