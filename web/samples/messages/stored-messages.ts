import * as z from 'zod';
import { type Conversation, type Message, messageSchema } from '../../../domain/people/message.ts';
import { parseRows } from '../../ui/data-table/parse-rows.ts';
import { createStoredValue, type StoredValue } from '../../ui/platform/stored-value.ts';
import { SAMPLE_CONVERSATIONS } from './sample-conversations.ts';

/** The storage of a browser is small, so the oldest messages of a conversation are dropped. */
export const MAX_STORED_MESSAGES = 200;

const storedSchema = z.object({
  readIds: z.array(z.string()),
  sent: z.record(
    z.string(),
    z.array(z.unknown()).transform((messages) => parseRows(messageSchema, messages).rows),
  ),
});

type StoredMessages = z.infer<typeof storedSchema>;

/** Each person has their own entry, as devices are shared. */
function messageStorage(userId: string | null): StoredValue<StoredMessages> {
  return createStoredValue(`parqueo.messages.${userId ?? 'guest'}`, storedSchema);
}

function readMessages(userId: string | null): StoredMessages {
  return messageStorage(userId).read() ?? { readIds: [], sent: {} };
}

/** The sample conversations, with what the person read and wrote on this device. */
export function loadConversations(userId: string | null): Conversation[] {
  const { readIds, sent } = readMessages(userId);
  return SAMPLE_CONVERSATIONS.map((sample) => ({
    ...sample,
    isUnread: sample.isUnread && !readIds.includes(sample.id),
    messages: [...sample.messages, ...(sent[sample.id] ?? [])],
  }));
}

/** Stores a message on this device only. */
export function storeMessage(userId: string | null, conversationId: string, message: Message): void {
  const { sent, ...rest } = readMessages(userId);
  const messages = [...(sent[conversationId] ?? []), message].slice(-MAX_STORED_MESSAGES);
  messageStorage(userId).write({ ...rest, sent: { ...sent, [conversationId]: messages } });
}

export function markAsRead(userId: string | null, conversationId: string): void {
  const { readIds, ...rest } = readMessages(userId);
  if (readIds.includes(conversationId)) return;
  messageStorage(userId).write({ ...rest, readIds: [...readIds, conversationId] });
}
