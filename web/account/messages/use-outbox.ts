import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { StayReference } from '../../../domain/people/message.ts';
import type { NewMessage } from './data.ts';
import type { Sender, StoredMessage } from './message-row.ts';
import { conversationKey, INBOX_KEY } from './query-keys.ts';
import {
  addUnsent,
  countUnsent,
  getUnsentVersion,
  listUnsent,
  MAX_UNSENT_MESSAGES,
  removeUnsent,
  sendUnsent,
  subscribeToUnsent,
} from './unsent-messages.ts';
import { addSentMessage, findLastSeen } from './use-conversation.ts';

/** No message is as old: who saw none of the driver leaves all of them waiting. */
const NOTHING_SEEN = new Date(0).toISOString();

type OutboxOptions = {
  /** Who writes. */
  senderId: string;
  /** The driver whose conversation it is. */
  userId: string;
  side: Sender;
  /** What the server has of the conversation, as far as it is loaded. */
  stored: readonly StoredMessage[] | undefined;
};

/** Sends messages. Each is kept on the device until the server has it, so that it outlives the screen and the page. */
export function useOutbox({ senderId, userId, side, stored }: OutboxOptions) {
  const queryClient = useQueryClient();
  useSyncExternalStore(subscribeToUnsent, getUnsentVersion);
  const unsent = listUnsent(senderId, userId);
  useEffect(() => {
    // The response of one that arrived was lost.
    if (stored) removeUnsent(senderId, new Set(stored.map(({ id }) => id)));
  }, [senderId, stored]);
  const deliver = (message: NewMessage) =>
    void sendUnsent(senderId, message, (sent) => {
      addSentMessage(queryClient, userId, sent);
      // A reply also changes the messages before it.
      void queryClient.invalidateQueries({ queryKey: conversationKey(userId) });
      void queryClient.invalidateQueries({ queryKey: INBOX_KEY });
    });
  return {
    unsent,
    isFull: countUnsent(senderId) >= MAX_UNSENT_MESSAGES,
    send: (text: string, about: StayReference | null) => {
      const seenUntil = side === 'other' ? (findLastSeen(stored ?? []) ?? NOTHING_SEEN) : null;
      const message: NewMessage = { id: crypto.randomUUID(), userId, sender: side, text, about, seenUntil };
      addUnsent(senderId, message);
      deliver(message);
    },
    retry: (id: string) => {
      const message = unsent.find((candidate) => candidate.id === id);
      if (message) deliver(message);
    },
    remove: (id: string) => removeUnsent(senderId, new Set([id])),
  };
}
