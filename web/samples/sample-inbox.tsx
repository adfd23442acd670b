import { MessageCircle } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import type { Conversation } from '../../domain/people/message.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { paths } from '../paths.ts';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Badge } from '../ui/layout/badge.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { loadConversations } from './sample-conversations.ts';

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
