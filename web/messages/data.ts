import * as z from 'zod';
import { type Conversation, type Message, messageSchema } from '../../domain/people/message.ts';
import { parseRows } from '../data/parse-rows.ts';
import { type Stored, stored } from '../platform/stored.ts';
import { SAMPLE_CONVERSATIONS } from './sample-conversations.ts';

/** The browser gives a few MB at most; of a longer conversation the oldest messages go. */
export const MAX_STORED_MESSAGES = 200;

const keptSchema = z.object({
  readIds: z.array(z.string()),
  sent: z.record(
    z.string(),
    z.array(z.unknown()).transform((messages) => parseRows(messageSchema, messages).rows),
  ),
});

type Kept = z.infer<typeof keptSchema>;

/** Where this device keeps what a person read and wrote; each has a place of their own, as devices are shared. */
function keptMessages(userId: string | null): Stored<Kept> {
  return stored(`parqueo.messages.${userId ?? 'guest'}`, keptSchema);
}

function readKept(userId: string | null): Kept {
  return keptMessages(userId).read() ?? { readIds: [], sent: {} };
}

/** The conversations of a person: the samples, with what they read and wrote on this device. */
export function loadConversations(userId: string | null): Conversation[] {
  const { readIds, sent } = readKept(userId);
  return SAMPLE_CONVERSATIONS.map((sample) => ({
    ...sample,
    isUnread: sample.isUnread && !readIds.includes(sample.id),
    messages: [...sample.messages, ...(sent[sample.id] ?? [])],
  }));
}

/** Adds a message to a conversation on this device; it goes nowhere else. */
export function storeMessage(userId: string | null, conversationId: string, message: Message): void {
  const { sent, ...rest } = readKept(userId);
  const messages = [...(sent[conversationId] ?? []), message].slice(-MAX_STORED_MESSAGES);
  keptMessages(userId).write({ ...rest, sent: { ...sent, [conversationId]: messages } });
}

/** Remembers on this device that a conversation was opened. */
export function markAsRead(userId: string | null, conversationId: string): void {
  const { readIds, ...rest } = readKept(userId);
  if (readIds.includes(conversationId)) return;
  keptMessages(userId).write({ ...rest, readIds: [...readIds, conversationId] });
}
