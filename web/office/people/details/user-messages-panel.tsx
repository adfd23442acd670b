import { m } from '#messages';
import { Badge } from '../../../ui/badge.tsx';
import type { ParsedRows } from '../../../ui/data-table/parse-rows.ts';
import { formatTime } from '../../../ui/format-time.ts';
import { InvalidRowItems } from '../../../ui/invalid-rows.tsx';
import type { UserMessage } from './user-details.ts';

export function UserMessagesPanel({ messages }: { messages: ParsedRows<UserMessage> }) {
  if (messages.count === 0) return <p className="text-muted py-6 text-center">{m.user_messages_none()}</p>;
  return (
    <ul aria-label={m.user_messages_recent()} className="divide-line divide-y">
      {messages.rows.map(({ id, isFromUser, text, isRead, createdAt }) => (
        <li key={id} className="flex flex-col gap-1 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="flex items-center gap-2 font-semibold">
              {isFromUser ? m.user_messages_from() : m.user_messages_to()}
              {isRead ? null : <Badge tone="brand">{m.conversation_unread()}</Badge>}
            </span>
            <span className="text-muted text-sm tabular-nums">{formatTime(createdAt)}</span>
          </div>
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </li>
      ))}
      <InvalidRowItems rows={messages.invalid} />
    </ul>
  );
}
