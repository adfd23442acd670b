import { MessageCircleOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { m } from '#messages';
import { isToday } from '../../domain/days/country-time.ts';
import { formatClock, formatDay } from '../../domain/language/format.ts';
import type { Conversation } from '../../domain/people/message.ts';
import { Composer } from '../account/messages/composer.tsx';
import { Bubble } from '../account/messages/conversation-log.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { paths } from '../paths.ts';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { loadConversations, markAsRead, storeMessage } from './sample-conversations.ts';

const BACK = { to: paths.messages, label: m.conversation_back() };

export function SampleChatScreen() {
  const { id = '' } = useParams();
  const userId = useUser()?.id ?? null;
  return <SampleChat key={`${userId} ${id}`} userId={userId} id={id} />;
}

/** A chat of which only this device knows. */
export function SampleChat({ userId, id }: { userId: string | null; id: string }) {
  const { conversation, send } = useSampleConversation(userId, id);
  if (conversation === null) {
    return (
      <div className="mx-auto w-full max-w-lg px-4 pb-8">
        <ScreenHeader title={m.messages_title()} back={BACK} />
        <StatePanel icon={MessageCircleOff} title={m.conversation_not_found()} link={BACK} />
      </div>
    );
  }
  return (
    <div className="absolute inset-0">
      <div className="mx-auto flex h-full w-full max-w-lg flex-col px-4">
        <ScreenHeader title={conversation.name} titleLanguage={conversation.language} back={BACK} />
        <ChatLog conversation={conversation} />
        <div className="-mx-4 flex flex-col gap-2 border-t border-line bg-surface px-4 py-3 sm:rounded-t-card sm:border-x">
          <Composer onSend={send} />
          <p className="text-center text-xs text-muted">{m.chat_local_only()}</p>
        </div>
      </div>
    </div>
  );
}

/** The messages of a conversation, oldest first, scrolled to the newest. */
function ChatLog({ conversation: { name, messages } }: { conversation: Conversation }) {
  const log = useRef<HTMLDivElement>(null);
  const newestId = messages.at(-1)?.id;
  useEffect(() => {
    if (newestId !== undefined && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [newestId]);
  return (
    <div
      ref={log}
      role="log"
      aria-label={m.chat_log({ name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-3!"
    >
      {/* The messages start at the bottom, where the next one appears. */}
      <ol className="flex min-h-full flex-col justify-end gap-2 py-4">
        {messages.map(({ id, sender, text, language, sentAt }) => (
          <Bubble
            key={id}
            isOwn={sender === 'user'}
            name={name}
            text={text}
            language={language}
            footer={sentAt ? <SentAt sentAt={sentAt} /> : null}
          />
        ))}
      </ol>
    </div>
  );
}

function SentAt({ sentAt }: { sentAt: string }) {
  return (
    <time dateTime={sentAt} className="px-1 text-xs text-muted tabular-nums">
      {isToday(sentAt) ? formatClock(sentAt) : m.day_and_time({ day: formatDay(sentAt), time: formatClock(sentAt) })}
    </time>
  );
}

/** Loads a conversation and marks it as read; null when there is none. */
function useSampleConversation(userId: string | null, id: string) {
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
