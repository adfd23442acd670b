import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { m } from '#messages';
import type { ReservationReference } from '../../../domain/people/message.ts';
import { isProblem } from '../../../domain/problems.ts';
import { useIsOnline } from '../../ui/feedback/data-age.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { readAgain } from '../../ui/platform/query-keys.ts';
import { accountKeys } from '../keys.ts';
import { Composer } from './composer.tsx';
import { AttachedReservation, ConversationLog } from './conversation-log.tsx';
import { type NewMessage, type Sender, type StoredMessage, sendMessage } from './messages.ts';
import { addUnsent, forgetReservation, MAX_UNSENT_MESSAGES, removeUnsent, useUnsent } from './unsent-messages.ts';
import { addSentMessage, findLastSeen, toChatItems, useConversation } from './use-conversation.ts';

/** Stands for when an operator last looked, where none has looked yet: every message is newer. */
const NOTHING_SEEN = new Date(0).toISOString();

const drafts = new Map<string, string>();

type ConversationChatProps = {
  senderId: string;
  side: Sender;
  /** The driver whose conversation it is. */
  userId: string;
  /** The name of the other person. */
  name: string;
  emptyText: string;
  about?: ReservationReference | null;
  /** Removes the reservation, so that the next message is about none. */
  onAboutGone?: () => void;
  toReservation?: (id: string) => string;
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
          isEmpty={() => items.length === 0}
          empty={
            <div className="my-auto">
              <StatePanel icon={MessageCircle} title={m.conversation_list_empty()} text={emptyText} />
            </div>
          }
        >
          {({ hasOlder }) =>
            hasOlder ? (
              <Button
                variant="secondary"
                size="small"
                className="self-center"
                disabled={isLoadingOlder}
                onClick={loadOlder}
              >
                {m.chat_older()}
              </Button>
            ) : null
          }
        </QueryState>
      </ConversationLog>
      <div className={className}>
        {renderAction?.(query.data?.messages ?? [])}
        {about ? <AttachedReservation reservation={about} onRemove={() => onAboutGone?.()} /> : null}
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

type OutboxOptions = {
  senderId: string;
  /** The driver whose conversation it is. */
  userId: string;
  side: Sender;
  /** What the server has of the conversation, as far as it is loaded. */
  stored: readonly StoredMessage[] | undefined;
};

/** Sends messages. Each is kept on the device until the server has it, so that it outlives the screen and the page. */
function useOutbox({ senderId, userId, side, stored }: OutboxOptions) {
  const queryClient = useQueryClient();
  const waiting = useUnsent(senderId);
  useEffect(() => {
    // The response of one that arrived was lost.
    if (stored)
      removeUnsent(
        senderId,
        stored.map(({ id }) => id),
      );
  }, [senderId, stored]);
  const mutationKey = ['send-message', senderId];
  const { mutate: deliver } = useAction(sendMessage, {
    mutationKey,
    // One after the other, so that messages arrive in the order in which they were written.
    scope: { id: 'send-message' },
    // The reason stays with the message until the page is closed.
    gcTime: Number.POSITIVE_INFINITY,
    onSuccess: (sent) => {
      addSentMessage(queryClient, userId, sent);
      removeUnsent(senderId, [sent.id]);
      // A reply also changes the messages before it.
      void readAgain(queryClient, [accountKeys.conversation(userId), accountKeys.inbox()]);
    },
    // A failure shows with the message.
    onError: (error, { id }) => {
      if (isProblem(error, 'reservation-not-found')) forgetReservation(senderId, id);
    },
  });
  const tries = useMutationState({
    filters: { mutationKey },
    select: ({ state: { variables, status, error } }) => ({ id: (variables as NewMessage).id, status, error }),
  });
  const unsent = waiting
    .filter((message) => message.userId === userId)
    .map((message) => ({ ...message, lastTry: tries.findLast(({ id }) => id === message.id) }));
  return {
    unsent,
    isFull: waiting.length >= MAX_UNSENT_MESSAGES,
    send: (text: string, about: ReservationReference | null) => {
      const seenUntil = side === 'other' ? (findLastSeen(stored ?? []) ?? NOTHING_SEEN) : null;
      const message: NewMessage = { id: crypto.randomUUID(), userId, sender: side, text, about, seenUntil };
      addUnsent(senderId, message);
      deliver(message);
    },
    retry: (id: string) => {
      const message = unsent.find((candidate) => candidate.id === id);
      if (message) deliver(message);
    },
    remove: (id: string) => removeUnsent(senderId, [id]),
  };
}
