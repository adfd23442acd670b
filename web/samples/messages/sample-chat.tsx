import { MessageCircleOff } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import type { Conversation } from '../../../domain/people/message.ts';
import { Composer } from '../../account/messages/composer.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { ChatLog } from './chat-log.tsx';
import { useSampleConversation } from './use-sample-conversation.ts';

const BACK = { to: paths.messages, label: m.conversation_back() };

type SampleChatScreenProps = { userId: string | null; id: string };

/** A chat of which only this device knows. */
export function SampleChatScreen({ userId, id }: SampleChatScreenProps) {
  const { conversation, send } = useSampleConversation(userId, id);
  if (conversation === null) return <WithoutConversation />;
  return (
    <div className="absolute inset-0">
      <div className="mx-auto flex h-full w-full max-w-lg flex-col px-4">
        <ScreenHeader title={conversation.name} titleLanguage={conversation.language} back={BACK} />
        <SampleChat conversation={conversation} onSend={send} />
      </div>
    </div>
  );
}

type SampleChatProps = { conversation: Conversation; onSend: (text: string) => void };

export function SampleChat({ conversation, onSend }: SampleChatProps) {
  return (
    <>
      <ChatLog conversation={conversation} />
      <div className="-mx-4 flex flex-col gap-2 border-t border-line bg-surface px-4 py-3 sm:rounded-t-card sm:border-x">
        <Composer onSend={onSend} />
        <p className="text-center text-xs text-muted">{m.chat_local_only()}</p>
      </div>
    </>
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
