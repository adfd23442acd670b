import { useMemo } from 'react';
import type { Conversation } from '../../domain/people/message.ts';
import { loadConversations } from './data.ts';

export function useConversations(userId: string | null): readonly Conversation[] {
  return useMemo(() => loadConversations(userId), [userId]);
}
