import { useQuery } from '@tanstack/react-query';
import { countUnreadMessages } from './data.ts';

export const conversationKey = (userId: string) => ['conversation', userId];

export const unreadMessagesKey = (userId: string) => ['unread-messages', userId];

/** Of the operator: who waits for a reply. */
export const INBOX_KEY = ['message-inbox'];

/** As often as the map asks for the reservation under way. A hidden tab asks for nothing. */
export const MESSAGES_POLL_MS = 30_000;

/** How many messages of the operator a driver has not read; 0 until that is known. */
export function useUnreadMessages(userId: string): number {
  const { data = 0 } = useQuery({
    queryKey: unreadMessagesKey(userId),
    queryFn: ({ signal }) => countUnreadMessages(signal),
    refetchInterval: MESSAGES_POLL_MS,
  });
  return data;
}
