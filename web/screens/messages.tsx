import { m } from '#messages';
import { ConversationList } from '../messages/conversation-list.tsx';
import { useConversations } from '../messages/use-conversations.ts';
import { useUser } from '../session/session-provider.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';

export function MessagesScreen() {
  const conversations = useConversations(useUser()?.id ?? null);
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-3 px-4 pb-8">
      <ScreenHeader title={m.messages_title()} />
      <ConversationList conversations={conversations} />
      <p className="text-sm text-muted">{m.messages_sample_note()}</p>
    </div>
  );
}
