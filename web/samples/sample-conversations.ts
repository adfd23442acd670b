import * as z from 'zod';
import type { Language } from '../../domain/language/languages.ts';
import { createStoredValue, type StoredValue } from '../ui/platform/stored-value.ts';
import { parseRows } from '../ui/table/parse-rows.ts';

/** `sender` is 'user' for one's own messages; `sentAt` is ISO 8601, or null when unknown. */
const messageSchema = z.object({
  id: z.string().min(1),
  sender: z.enum(['user', 'other']),
  text: z.string().min(1),
  sentAt: z.iso.datetime({ offset: true }).nullable(),
});

/** `language` is that of a text which may be in another language than the page. */
type Message = z.infer<typeof messageSchema> & { language?: Language };

/** The oldest message comes first. `language` is that of the name where it may be another than the page's. */
export type Conversation = {
  id: string;
  name: string;
  language?: Language;
  isUnread: boolean;
  messages: readonly Message[];
};

const LANGUAGE: Language = 'en';

/** Everybody has these samples until there is a service for messages; samples have no times. */
const SAMPLE_CONVERSATIONS: readonly Conversation[] = [
  {
    id: 'support',
    name: 'Parqueo Support',
    language: LANGUAGE,
    isUnread: true,
    messages: [
      createMessage('other', 'support-1', 'Welcome to Parqueo! Ask us anything about your reservations.'),
      createMessage('user', 'support-2', 'Thanks! Can I cancel a reservation?'),
      createMessage('other', 'support-3', 'Yes, it is free until the reservation starts. You find it under Activity.'),
    ],
  },
  {
    id: 'attendant',
    name: 'Garage attendant',
    language: LANGUAGE,
    isUnread: false,
    messages: [
      createMessage('other', 'attendant-1', 'Good morning! Your space is on the ground level, next to the entrance.'),
      createMessage('user', 'attendant-2', 'Perfect, I am on my way.'),
      createMessage('other', 'attendant-3', 'See you soon. Drive safely!'),
    ],
  },
];

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
  const messages = [...(sent[conversationId] ?? []), message];
  messageStorage(userId).write({ ...rest, sent: { ...sent, [conversationId]: messages } });
}

export function markAsRead(userId: string | null, conversationId: string): void {
  const { readIds, ...rest } = readMessages(userId);
  if (readIds.includes(conversationId)) return;
  messageStorage(userId).write({ ...rest, readIds: [...readIds, conversationId] });
}

function createMessage(sender: Message['sender'], id: string, text: string): Message {
  return { id, sender, text, language: LANGUAGE, sentAt: null };
}
