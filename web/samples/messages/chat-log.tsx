import { isToday } from 'date-fns';
import { useEffect, useRef } from 'react';
import { m } from '#messages';
import { formatClock, formatDay } from '../../../domain/language/format.ts';
import type { Conversation } from '../../../domain/people/message.ts';
import { Bubble } from '../../account/messages/bubble.tsx';

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
