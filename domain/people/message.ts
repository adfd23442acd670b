import * as z from 'zod';

/** A message of a conversation; `sender` is 'user' for one's own, `sentAt` is ISO 8601, null where nobody knows. */
export const messageSchema = z.object({
  id: z.string().min(1),
  sender: z.enum(['user', 'other']),
  text: z.string().min(1),
  sentAt: z.iso.datetime({ offset: true }).nullable(),
});

export type Message = z.infer<typeof messageSchema>;

/** A conversation with its messages, oldest first; unread until it is opened. */
export type Conversation = { id: string; name: string; isUnread: boolean; messages: readonly Message[] };

/** What is sent of a text as typed: the text without the blanks around it, or null when nothing is left. */
export function toMessageText(typed: string): string | null {
  return typed.trim() || null;
}
