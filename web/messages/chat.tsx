import { m } from '#messages';
import type { Conversation } from '../../domain/people/message.ts';
import { ChatLog } from './chat-log.tsx';
import { Composer } from './composer.tsx';

type ChatProps = { conversation: Conversation; onSend: (text: string) => void };

export function Chat({ conversation, onSend }: ChatProps) {
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
