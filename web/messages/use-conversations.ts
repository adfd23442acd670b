import { useMemo } from 'react';
import type { Conversation } from '../../domain/people/message.ts';
import { loadConversations } from './data.ts';

/** Every conversation of a person, as this device knows it when the screen opens. */
export function useConversations(userId: string | null): readonly Conversation[] {
  return useMemo(() => loadConversations(userId), [userId]);
}
