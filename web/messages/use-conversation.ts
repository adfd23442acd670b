import { useEffect, useState } from 'react';
import type { Conversation } from '../../domain/people/message.ts';
import { loadConversations, markAsRead, storeMessage } from './data.ts';

/** One conversation of a person, which counts as read from now on, and the way to add to it; null when there is none. */
export function useConversation(userId: string | null, id: string) {
  const load = (): Conversation | null => loadConversations(userId).find((candidate) => candidate.id === id) ?? null;
  const [conversation, setConversation] = useState(load);
  const isThere = conversation !== null;
  useEffect(() => {
    if (isThere) markAsRead(userId, id);
  }, [isThere, userId, id]);
  const send = (text: string) => {
    storeMessage(userId, id, { id: crypto.randomUUID(), sender: 'user', text, sentAt: new Date().toISOString() });
    setConversation(load());
  };
  return { conversation, send };
}
