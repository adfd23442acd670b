import { MessageCircle, MessageCircleOff } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { m } from '#messages';
import { isToday } from '../../domain/days/country-time.ts';
import { formatClock } from '../../domain/language/format.ts';
import { Composer } from '../account/messages/composer.tsx';
import { Bubble } from '../account/messages/conversation-log.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { paths } from '../paths.ts';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Badge } from '../ui/layout/badge.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';
import { formatDayAndTime } from '../ui/platform/format-time.ts';
import { type Conversation, loadConversations, markAsRead, storeMessage } from './sample-conversations.ts';

export function SampleInbox() {
  const userId = useUser()?.id ?? null;
  const conversations = useMemo(() => loadConversations(userId), [userId]);
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-3 px-4 pb-8">
      <ScreenHeader title={m.messages_title()} />
      {conversations.length === 0 ? (
        <StatePanel icon={MessageCircle} title={m.conversation_list_empty()} />
      ) : (
        <ul
          aria-label={m.conversation_list()}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {conversations.map((conversation) => (
            <ConversationRow key={conversation.id} {...conversation} />
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">{m.messages_sample_note()}</p>
    </div>
  );
}

function ConversationRow({ id, name, language, isUnread, messages }: Conversation) {
  const last = messages.at(-1);
  return (
    <li>
      <Link
        to={paths.conversation(id)}
        className="flex min-h-18 items-center gap-3 px-4 py-3 -outline-offset-3! transition-colors hover:bg-brand-wash"
      >
        <span
          aria-hidden="true"
          className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-wash text-lg font-bold text-brand-ink"
        >
          {name.charAt(0)}
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <span lang={language} className={isUnread ? 'wrap-anywhere font-bold' : 'wrap-anywhere font-semibold'}>
              {name}
            </span>
            {isUnread ? <Badge tone="brand">{m.conversation_unread()}</Badge> : null}
          </span>
          {last ? (
            <span lang={last.language} className={isUnread ? 'line-clamp-2 font-semibold' : 'line-clamp-2 text-muted'}>
              {last.sender === 'user' ? m.conversation_own_last({ text: last.text }) : last.text}
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  );
}

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
      {isToday(sentAt) ? formatClock(sentAt) : formatDayAndTime(sentAt)}
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
    storeMessage(userId, id, { id: crypto.randomUUID(), sender: 'user', text, sentAt: getNow().toISOString() });
    setConversation(load());
  };
  return { conversation, send };
}
