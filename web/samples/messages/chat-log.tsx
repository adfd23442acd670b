import { clsx } from 'clsx';
import { isToday } from 'date-fns';
import { useEffect, useRef } from 'react';
import { m } from '#messages';
import { formatClock, formatDay } from '../../../domain/language/format.ts';
import type { Conversation, Message } from '../../../domain/people/message.ts';

/** The messages of a conversation, oldest first, scrolled to the newest. */
export function ChatLog({ conversation: { name, messages } }: { conversation: Conversation }) {
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
        {messages.map((message) => (
          <Bubble key={message.id} message={message} name={name} />
        ))}
      </ol>
    </div>
  );
}

function Bubble({ message: { sender, text, language, sentAt }, name }: { message: Message; name: string }) {
  const isOwn = sender === 'user';
  return (
    <li
      className={clsx(
        'relative flex max-w-[85%] flex-col gap-1',
        isOwn ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      <span className="sr-only">{isOwn ? m.chat_own_message() : m.chat_other_message({ name })}</span>
      <p
        lang={language}
        className={clsx(
          'rounded-card px-4 py-2.5 wrap-anywhere whitespace-pre-wrap',
          isOwn ? 'rounded-br-sm bg-brand text-on-brand' : 'rounded-bl-sm border border-line bg-surface',
        )}
      >
        {text}
      </p>
      {sentAt ? <SentAt sentAt={sentAt} /> : null}
    </li>
  );
}

function SentAt({ sentAt }: { sentAt: string }) {
  return (
    <time dateTime={sentAt} className="px-1 text-xs text-muted tabular-nums">
      {isToday(sentAt) ? formatClock(sentAt) : m.day_and_time({ day: formatDay(sentAt), time: formatClock(sentAt) })}
    </time>
  );
}
