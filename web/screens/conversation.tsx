import { MessageCircleOff } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { m } from '#messages';
import { Chat } from '../messages/chat.tsx';
import { useConversation } from '../messages/use-conversation.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session/session-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { StatePanel } from '../ui/state-panel.tsx';

const BACK = { to: paths.messages, label: m.conversation_back() };

export function ConversationScreen() {
  const { id = '' } = useParams();
  const userId = useUser()?.id ?? null;
  return <OpenConversation key={`${userId} ${id}`} userId={userId} id={id} />;
}

function OpenConversation({ userId, id }: { userId: string | null; id: string }) {
  const { conversation, send } = useConversation(userId, id);
  if (conversation === null) return <WithoutConversation />;
  return (
    <div className="absolute inset-0">
      <div className="mx-auto flex h-full w-full max-w-lg flex-col px-4">
        <ScreenHeader title={conversation.name} titleLanguage={conversation.language} back={BACK} />
        <Chat conversation={conversation} onSend={send} />
      </div>
    </div>
  );
}

function WithoutConversation() {
  return (
    <div className="mx-auto w-full max-w-lg px-4 pb-8">
      <ScreenHeader title={m.messages_title()} back={BACK} />
      <StatePanel
        icon={MessageCircleOff}
        title={m.conversation_not_found()}
        action={
          <Link to={paths.messages} className={buttonClass()}>
            {m.conversation_back()}
          </Link>
        }
      />
    </div>
  );
}
