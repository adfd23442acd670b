import { useEffect, useState } from 'react';
import type { Conversation } from '../../../domain/people/message.ts';
import { loadConversations, markAsRead, storeMessage } from './stored-messages.ts';

/** Loads a conversation and marks it as read; null when there is none. */
export function useSampleConversation(userId: string | null, id: string) {
  const load = (): Conversation | null => loadConversations(userId).find((candidate) => candidate.id === id) ?? null;
  const [conversation, setConversation] = useState(load);
  const exists = conversation !== null;
  useEffect(() => {
    if (exists) markAsRead(userId, id);
  }, [exists, userId, id]);
  const send = (text: string) => {
    storeMessage(userId, id, { id: crypto.randomUUID(), sender: 'user', text, sentAt: new Date().toISOString() });
    setConversation(load());
  };
  return { conversation, send };
}
