import * as z from 'zod';
import { momentSchema } from '../../../domain/days/period.ts';
import type { ReservationReference } from '../../../domain/people/message.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toOwnProblem, toProblem, UNIQUE_VIOLATION } from '../../data/database-problem.ts';
import { selectAfter } from '../../data/table-page.ts';
import { tableRow } from '../../data/table-row.ts';
import { parseRow, readRow, readRows } from '../../ui/table/parse-rows.ts';
import { toNullIfBlank } from '../profile/profile.ts';

const time = z.iso.datetime({ offset: true });

const messageShape = {
  id: z.string(),
  sender_type: z.enum(['user', 'other']),
  message: z.string(),
  read_status: z.boolean(),
  needs_reply: z.boolean(),
  created_at: time,
  reservation_id: z.string().nullable(),
  reservation_space_name: z.string().nullable(),
  reservation_start_time: momentSchema.nullable(),
};
const MESSAGE_COLUMNS = Object.keys(messageShape).join();

const messageRowSchema = z.object(messageShape).transform((row) => ({
  id: row.id,
  sender: row.sender_type,
  text: row.message,
  isRead: row.read_status,
  needsReply: row.needs_reply,
  sentAt: row.created_at,
  about: row.reservation_start_time && {
    /** Null when there is no such reservation any more. */
    id: row.reservation_id,
    spaceName: row.reservation_space_name ?? '',
    startsAt: row.reservation_start_time,
  },
}));

const PAGE_ROWS = 30;
const SEND_TIMEOUT_MS = 20_000;

export type MessagePage = { messages: StoredMessage[]; hasOlder: boolean };

/** The newest messages, or those before a message. */
export async function listMessages(
  userId: string,
  before: Pick<StoredMessage, 'id' | 'sentAt'> | null,
  signal?: AbortSignal,
): Promise<MessagePage> {
  const all = dataClient().from('user_messages').select(MESSAGE_COLUMNS).eq('user_id', userId);
  const page = selectAfter(all, 'created_at', before && { time: before.sentAt, id: before.id }, 'descending')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    // One more tells whether there are older ones.
    .limit(PAGE_ROWS + 1);
  const { rows, count } = readRows(
    await (signal ? page.abortSignal(signal) : page),
    messageRowSchema,
    'messages-not-loaded',
  );
  return { messages: rows.slice(0, PAGE_ROWS).reverse(), hasOlder: count > PAGE_ROWS };
}

export type NewMessage = {
  /** Chosen by the device, so that a repeat is the same message. */
  id: string;
  /** The driver whose conversation it is. */
  userId: string;
  sender: Sender;
  text: string;
  about: ReservationReference | null;
  /** When the driver's last message that the operator saw was sent. Null in a message of a driver. */
  seenUntil: string | null;
};

/** When the response to an earlier try was lost, a repeat finds the message that it left. */
export async function sendMessage({ id, userId, sender, text, about, seenUntil }: NewMessage): Promise<StoredMessage> {
  const row = {
    id,
    user_id: userId,
    sender_type: sender,
    message: text,
    ...(about === null ? {} : { reservation_id: about.id }),
    ...(seenUntil === null ? {} : { seen_until: seenUntil }),
  };
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
  const messages = () => dataClient().from('user_messages');
  const { data, error } = await messages().insert(row).select(MESSAGE_COLUMNS).abortSignal(signal).single();
  if (!error) return parseRow(messageRowSchema, data, 'message-not-sent');
  if (error.code !== UNIQUE_VIOLATION) {
    throw sender === 'user' ? toOwnProblem(error, 'message-not-sent') : toProblem(error, 'message-not-sent');
  }
  const sent = await messages().select(MESSAGE_COLUMNS).eq('id', id).eq('user_id', userId).single();
  return parseRow(messageRowSchema, sent.data, 'message-not-sent');
}

export const markAsRead = (userId: string, writtenBy: Sender) =>
  save(
    dataClient()
      .from('user_messages')
      .update({ read_status: true })
      .eq('user_id', userId)
      .eq('sender_type', writtenBy)
      .eq('read_status', false),
    'messages-not-loaded',
  );

/** Says that the messages of a driver up to this time need no reply. */
export const closeWithoutReply = (userId: string, seenUntil: string) =>
  save(
    dataClient()
      .from('user_messages')
      .update({ needs_reply: false, read_status: true })
      .eq('user_id', userId)
      .eq('needs_reply', true)
      .lte('created_at', seenUntil),
    'unexpected',
  );

export async function countUnreadMessages(signal: AbortSignal): Promise<number> {
  const response = await dataClient().rpc('count_unread_messages', {}, { get: true }).abortSignal(signal);
  return readRow(response, z.number(), 'messages-not-loaded');
}

const waitingUserRow = tableRow({
  user_id: z.string(),
  full_name: z.string().nullable().transform(toNullIfBlank),
  email: z
    .string()
    .nullable()
    .transform((email) => email ?? ''),
  excerpt: z.string(),
  sent_at: time,
  waiting_messages: z.number(),
  waiting_users: z.number(),
});

/** A driver who waits for a reply, with the beginning of the first message that waits. */
export type WaitingUser = z.infer<typeof waitingUserRow.schema>;

export type Inbox = { users: WaitingUser[]; total: number };

/** The drivers who wait for a reply of the operator, the longest wait first. */
export async function loadInbox(signal: AbortSignal): Promise<Inbox> {
  const response = await dataClient().rpc('admin_message_inbox', {}, { get: true }).abortSignal(signal);
  const { rows } = readRows(response, waitingUserRow.schema, 'inbox-not-loaded');
  return { users: rows, total: rows[0]?.waitingUsers ?? 0 };
}

export type Sender = 'user' | 'other';

/** A message that the server has. `sentAt` is ISO 8601 with all its digits, as it is also a place in the list. */
export type StoredMessage = z.infer<typeof messageRowSchema>;
