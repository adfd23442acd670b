import * as z from 'zod';

/** `sender` is 'user' for one's own messages; `sentAt` is ISO 8601, or null when unknown. */
export const messageSchema = z.object({
  id: z.string().min(1),
  sender: z.enum(['user', 'other']),
  text: z.string().min(1),
  sentAt: z.iso.datetime({ offset: true }).nullable(),
});

export type Message = z.infer<typeof messageSchema>;

/** The oldest message comes first. */
export type Conversation = { id: string; name: string; isUnread: boolean; messages: readonly Message[] };

/** The typed text without the blanks around it, or null when nothing is left. */
export function toMessageText(typed: string): string | null {
  return typed.trim() || null;
}
