import { m } from '#messages';
import { isSameDay, isToday, isYesterday } from '../../../domain/days/country-time.ts';
import { formatDayWithYear } from '../../../domain/language/format.ts';
import type { Sender, StoredMessage } from './data.ts';
import type { SendingState, UnsentMessage } from './unsent-messages.ts';

/** A message as a chat shows it, with the heading of its day where that begins. */
export type ChatItem = {
  id: string;
  isOwn: boolean;
  text: string;
  /** ISO 8601. */
  time: string;
  dayHeading: string | null;
  about: StoredMessage['about'];
  status: 'received' | 'sent' | 'read' | 'sending' | 'failed';
  /** Why it was not sent; null when that is not known. */
  error: string | null;
};

type Undated = Omit<ChatItem, 'dayHeading'>;

/** What the server has, and below it what it does not have yet. */
export function toChatItems(
  stored: readonly StoredMessage[],
  unsent: readonly (UnsentMessage & { state: SendingState })[],
  side: Sender,
): ChatItem[] {
  const storedIds = new Set(stored.map(({ id }) => id));
  const items = [
    ...stored.map((message) => toStoredItem(message, side)),
    ...unsent.filter(({ id }) => !storedIds.has(id)).map(toUnsentItem),
  ];
  return items.map((item, index) => ({ ...item, dayHeading: formatHeading(item, items[index - 1]) }));
}

function toStoredItem({ id, sender, text, sentAt, about, isRead }: StoredMessage, side: Sender): Undated {
  const isOwn = sender === side;
  return { id, isOwn, text, time: sentAt, about, status: isOwn ? (isRead ? 'read' : 'sent') : 'received', error: null };
}

function toUnsentItem({ id, text, writtenAt, about, state }: UnsentMessage & { state: SendingState }): Undated {
  const error = typeof state === 'object' ? state.error : null;
  return { id, isOwn: true, text, time: writtenAt, about, status: state === 'sending' ? 'sending' : 'failed', error };
}

function formatHeading({ time }: Undated, before: Undated | undefined): string | null {
  if (before && isSameDay(time, before.time)) return null;
  if (isToday(time)) return m.chat_today();
  return isYesterday(time) ? m.chat_yesterday() : formatDayWithYear(time);
}
