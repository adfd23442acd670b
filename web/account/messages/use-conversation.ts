import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { m } from '#messages';
import { isSameDay, isToday, isYesterday } from '../../../domain/days/country-time.ts';
import { formatDayWithYear } from '../../../domain/language/format.ts';
import { isProblem, toErrorMessage } from '../../../domain/problems.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { accountKeys } from '../keys.ts';
import {
  countUnreadMessages,
  listMessages,
  type MessagePage,
  markAsRead,
  type Sender,
  type StoredMessage,
} from './messages.ts';
import type { UnsentMessage } from './unsent-messages.ts';

/** While a chat is open and its tab is visible. */
const OPEN_CHAT_POLL_MS = 5000;

/** The conversation of a driver as one side reads it: it polls, marks as read what the other side wrote, and has older pages. */
export function useConversation(userId: string, side: Sender) {
  const queryClient = useQueryClient();
  const queryKey = accountKeys.conversation(userId);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const newest = await listMessages(userId, null, signal);
      return joinNewest(queryClient.getQueryData<MessagePage>(queryKey), newest);
    },
    refetchInterval: OPEN_CHAT_POLL_MS,
    staleTime: 0,
  });
  const older = useAction((before: StoredMessage) => listMessages(userId, before), {
    onSuccess: (page) => {
      queryClient.setQueryData<MessagePage>(queryKey, (shown) =>
        shown ? { messages: joinMessages(page.messages, shown.messages), hasOlder: page.hasOlder } : page,
      );
    },
  });
  useMarkAsRead(userId, side, query.data, query.dataUpdatedAt);
  const [oldest] = query.data?.messages ?? [];
  return {
    query,
    isLoadingOlder: older.isPending,
    loadOlder: () => {
      if (oldest) older.mutate(oldest);
    },
  };
}

/** When the driver's last message was sent, of those that are shown to the operator. */
export const findLastSeen = (messages: readonly StoredMessage[]): string | undefined =>
  messages.findLast(({ sender }) => sender === 'user')?.sentAt;

export function addSentMessage(queryClient: QueryClient, userId: string, sent: StoredMessage): void {
  queryClient.setQueryData<MessagePage>(accountKeys.conversation(userId), (shown) =>
    shown ? { ...shown, messages: joinMessages(shown.messages, [sent]) } : undefined,
  );
}

/** Keeps the older messages that are shown, unless some may be missing between them and the newest. */
function joinNewest(shown: MessagePage | undefined, newest: MessagePage): MessagePage {
  const shownIds = new Set(shown?.messages.map(({ id }) => id));
  const hasGap = newest.hasOlder && !newest.messages.some(({ id }) => shownIds.has(id));
  if (shown === undefined || hasGap) return newest;
  return { messages: joinMessages(shown.messages, newest.messages), hasOlder: shown.hasOlder };
}

/** In the order of the server; a message that is in both lists is the newer copy. */
function joinMessages(first: readonly StoredMessage[], second: readonly StoredMessage[]): StoredMessage[] {
  const byId = new Map([...first, ...second].map((message) => [message.id, message]));
  return [...byId.values()].toSorted(
    (a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt) || compareText(a.sentAt, b.sentAt) || compareText(a.id, b.id),
  );
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function useMarkAsRead(userId: string, side: Sender, page: MessagePage | undefined, loadedAt: number): void {
  const queryClient = useQueryClient();
  const other: Sender = side === 'user' ? 'other' : 'user';
  const hasUnread = page?.messages.some(({ sender, isRead }) => sender === other && !isRead) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure the next load tries again
  useEffect(() => {
    if (!hasUnread || document.visibilityState !== 'visible') return;
    markAsRead(userId, other).then(
      () => {
        queryClient.setQueryData<MessagePage>(accountKeys.conversation(userId), (shown) =>
          shown ? { ...shown, messages: shown.messages.map((one) => markFrom(one, other)) } : undefined,
        );
        return queryClient.invalidateQueries({ queryKey: accountKeys.unreadMessages(userId) });
      },
      (error: unknown) => logWarning('Messages were not marked as read', error),
    );
  }, [userId, other, hasUnread, loadedAt, queryClient]);
}

const markFrom = (message: StoredMessage, sender: Sender): StoredMessage =>
  message.sender === sender ? { ...message, isRead: true } : message;

/** As often as the map asks for the reservation under way. A hidden tab asks for nothing. */
export const MESSAGES_POLL_MS = 30_000;

/** How many messages of the operator a driver has not read; 0 until that is known. */
export function useUnreadMessages(userId: string): number {
  const { data = 0 } = useQuery({
    queryKey: accountKeys.unreadMessages(userId),
    queryFn: ({ signal }) => countUnreadMessages(signal),
    refetchInterval: MESSAGES_POLL_MS,
  });
  return data;
}

/** A message as a chat shows it, with the heading of its day where that begins. */
export type ChatItem = {
  id: string;
  isOwn: boolean;
  text: string;
  time: string;
  dayHeading: string | null;
  about: StoredMessage['about'];
  status: 'received' | 'sent' | 'read' | 'sending' | 'failed';
  error: string | null;
};

type Undated = Omit<ChatItem, 'dayHeading'>;

/** A message with the state of the last try to send it on this page. */
type TriedMessage = UnsentMessage & { lastTry: { status: string; error: Error | null } | undefined };

export function toChatItems(
  stored: readonly StoredMessage[],
  unsent: readonly TriedMessage[],
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

function toUnsentItem({ id, text, writtenAt, about, lastTry }: TriedMessage): Undated {
  const status = lastTry?.status === 'pending' ? 'sending' : 'failed';
  const failure = lastTry?.error ?? null;
  // The chat says once that the device is offline.
  const error = failure === null || isProblem(failure, 'offline') ? null : toErrorMessage(failure);
  return { id, isOwn: true, text, time: writtenAt, about, status, error };
}

function formatHeading({ time }: Undated, before: Undated | undefined): string | null {
  if (before && isSameDay(time, before.time)) return null;
  if (isToday(time)) return m.chat_today();
  return isYesterday(time) ? m.chat_yesterday() : formatDayWithYear(time);
}
