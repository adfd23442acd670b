import { MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import type { StayReference } from '../../../domain/people/message.ts';
import { Button } from '../../ui/button.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { useIsOnline } from '../../ui/use-is-online.ts';
import { AttachedStay } from './about-stay.tsx';
import { toChatItems } from './chat-item.ts';
import { Composer } from './composer.tsx';
import { ConversationLog } from './conversation-log.tsx';
import type { Sender, StoredMessage } from './message-row.ts';
import { useConversation } from './use-conversation.ts';
import { useOutbox } from './use-outbox.ts';

/** What was typed and not sent, until the page is closed. */
const drafts = new Map<string, string>();

type ConversationChatProps = {
  /** Who reads and writes here, and for which side. */
  senderId: string;
  side: Sender;
  /** The driver whose conversation it is. */
  userId: string;
  /** Of the other side. */
  name: string;
  emptyText: string;
  /** What the next message is about. */
  about?: StayReference | null;
  /** The next message is no longer about it. */
  onAboutGone?: () => void;
  toReservation?: (id: string) => string;
  /** Between the messages and the composer. */
  renderAction?: (messages: readonly StoredMessage[]) => ReactNode;
  className?: string;
};

/** The messages of a conversation above a composer; it fills a flex column of limited height. */
export function ConversationChat({ senderId, side, userId, name, emptyText, ...props }: ConversationChatProps) {
  const { about = null, onAboutGone, toReservation, renderAction, className } = props;
  const { query, isLoadingOlder, loadOlder } = useConversation(userId, side);
  const outbox = useOutbox({ senderId, userId, side, stored: query.data?.messages });
  const isOnline = useIsOnline();
  const items = toChatItems(query.data?.messages ?? [], outbox.unsent, side);
  const draftKey = `${senderId} ${userId}`;
  return (
    <>
      <ConversationLog
        name={name}
        items={items}
        toReservation={toReservation}
        onRetry={outbox.retry}
        onDelete={outbox.remove}
      >
        <QueryState
          query={query}
          loading={<LoadingNote className="justify-center py-8">{m.chat_loading()}</LoadingNote>}
        >
          {({ hasOlder }) => {
            if (items.length === 0) {
              return (
                <div className="my-auto">
                  <StatePanel icon={MessageCircle} title={m.conversation_list_empty()} text={emptyText} />
                </div>
              );
            }
            return hasOlder ? (
              <Button
                variant="secondary"
                size="small"
                className="self-center"
                disabled={isLoadingOlder}
                onClick={loadOlder}
              >
                {m.chat_older()}
              </Button>
            ) : null;
          }}
        </QueryState>
      </ConversationLog>
      <div className={className}>
        {renderAction?.(query.data?.messages ?? [])}
        {about ? <AttachedStay stay={about} onRemove={() => onAboutGone?.()} /> : null}
        {isOnline || query.data === undefined ? null : (
          <p role="status" className="text-center text-sm text-muted">
            {m.chat_offline()}
          </p>
        )}
        {outbox.isFull ? <p className="text-sm font-semibold text-danger">{m.chat_unsent_full()}</p> : null}
        <Composer
          draft={drafts.get(draftKey) ?? ''}
          onDraft={(typed) => drafts.set(draftKey, typed)}
          disabled={outbox.isFull}
          onSend={(text) => {
            outbox.send(text, about);
            if (about) onAboutGone?.();
          }}
        />
      </div>
    </>
  );
}
