import * as z from 'zod';
import { momentSchema } from '../days/period.ts';
import type { Language } from '../language/languages.ts';

/** `sender` is 'user' for one's own messages; `sentAt` is ISO 8601, or null when unknown. */
export const messageSchema = z.object({
  id: z.string().min(1),
  sender: z.enum(['user', 'other']),
  text: z.string().min(1),
  sentAt: z.iso.datetime({ offset: true }).nullable(),
});

/** `language` is that of a text which may be in another language than the page. */
export type Message = z.infer<typeof messageSchema> & { language?: Language };

/** The oldest message comes first. `language` is that of the name where it may be another than the page's. */
export type Conversation = {
  id: string;
  name: string;
  language?: Language;
  isUnread: boolean;
  messages: readonly Message[];
};

/** The typed text without the blanks around it, or null when nothing is left. */
export function toMessageText(typed: string): string | null {
  return typed.trim() || null;
}

/** The reservation that a message is about; it names its space and start, so that it says the same without the reservation. */
export const reservationReferenceSchema = z.object({
  id: z.guid(),
  spaceName: z.string(),
  startsAt: momentSchema,
});

export type ReservationReference = z.infer<typeof reservationReferenceSchema>;
