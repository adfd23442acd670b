import { useQuery } from '@tanstack/react-query';
import { ChevronDown, MessageCircle } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '#messages';
import { accountKeys } from '../../account/keys.ts';
import { type Inbox, loadInbox, type WaitingUser } from '../../account/messages/messages.ts';
import { MESSAGES_POLL_MS } from '../../account/messages/use-conversation.ts';
import { DataAge } from '../../ui/feedback/data-age.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';

type MessageInboxProps = { onOpen: (user: WaitingUser) => void };

/** The drivers who wait for a reply; each opens their conversation. */
export function MessageInbox({ onOpen }: MessageInboxProps) {
  const inbox = useInbox();
  return (
    <div className="rounded-card border border-line bg-surface">
      <QueryState query={inbox} loading={<Skeleton className="m-4 h-6 w-48" />}>
        {(loaded) => (
          <>
            <WaitingUsers inbox={loaded} onOpen={onOpen} />
            <div className="px-4 pb-2">
              <DataAge query={inbox} />
            </div>
          </>
        )}
      </QueryState>
    </div>
  );
}

function WaitingUsers({ inbox: { users, total }, onOpen }: MessageInboxProps & { inbox: Inbox }) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(true);
  if (users.length === 0) {
    return (
      <p role="status" className="flex min-h-14 items-center gap-3 px-4 py-2 text-muted">
        <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
        {m.inbox_none()}
      </p>
    );
  }
  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-14 w-full items-center gap-3 rounded-card px-4 py-2 text-left font-bold -outline-offset-3!"
        >
          <MessageCircle aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
          {m.inbox_title()} <Badge tone="brand">{total}</Badge>
          <ChevronDown
            aria-hidden="true"
            className={`ml-auto size-5 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      <div id={listId} hidden={!isOpen} className="border-t border-line">
        <ul aria-label={m.inbox_title()} className="max-h-96 divide-y divide-line overflow-y-auto">
          {users.map((user) => (
            <li key={user.userId}>
              <button
                type="button"
                onClick={() => onOpen(user)}
                className="flex min-h-14 w-full flex-col gap-0.5 px-4 py-2.5 text-left -outline-offset-3! transition-colors hover:bg-brand-wash"
              >
                <span className="flex w-full flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-semibold wrap-anywhere">{user.fullName ?? user.email}</span>
                  <span className="text-sm text-muted tabular-nums">{formatTime(user.sentAt)}</span>
                </span>
                <span className="flex w-full items-baseline justify-between gap-4">
                  <span dir="auto" className="line-clamp-1 min-w-0 text-muted wrap-anywhere">
                    {user.excerpt}
                  </span>
                  {user.waitingMessages > 1 ? (
                    <span className="shrink-0 text-sm font-semibold">
                      {m.inbox_waiting({ count: user.waitingMessages })}
                    </span>
                  ) : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {total > users.length ? (
          <p className="border-t border-line px-4 py-2 text-sm text-muted">
            {m.inbox_shown({ shown: users.length, total })}
          </p>
        ) : null}
      </div>
    </>
  );
}

/** Who waits for a reply of the operator. */
export const useInbox = () =>
  useQuery({
    queryKey: accountKeys.inbox(),
    queryFn: ({ signal }) => loadInbox(signal),
    refetchInterval: MESSAGES_POLL_MS,
  });
