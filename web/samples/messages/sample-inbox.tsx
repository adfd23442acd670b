import { useMemo } from 'react';
import { m } from '#messages';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ConversationList } from './conversation-list.tsx';
import { loadConversations } from './stored-messages.ts';

export function SampleInbox({ userId }: { userId: string | null }) {
  const conversations = useMemo(() => loadConversations(userId), [userId]);
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-3 px-4 pb-8">
      <ScreenHeader title={m.messages_title()} />
      <ConversationList conversations={conversations} />
      <p className="text-sm text-muted">{m.messages_sample_note()}</p>
    </div>
  );
}
