import { clsx } from 'clsx';
import { ArrowDown, CalendarClock, Check, CheckCheck, LoaderCircle, X } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatClock, formatDay } from '../../../domain/language/format.ts';
import type { Language } from '../../../domain/language/languages.ts';
import type { ReservationReference } from '../../../domain/people/message.ts';
import { nameSpace } from '../../../domain/zones/space-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import type { ChatItem } from './use-conversation.ts';

type ConversationLogProps = {
  /** The name of the other person. */
  name: string;
  items: readonly ChatItem[];
  children: ReactNode;
  toReservation?: ((id: string) => string) | undefined;
  onRetry: (id: string) => void;
  onDelete: (id: string) => void;
};

/** The messages of a conversation, oldest first, at the newest, under the days on which they were sent. */
export function ConversationLog({ name, items, children, toReservation, onRetry, onDelete }: ConversationLogProps) {
  const last = items.at(-1);
  const scroll = useChatScroll({ firstId: items[0]?.id, lastId: last?.id, isLastOwn: last?.isOwn ?? false });
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll.log}
        onScroll={scroll.handleScroll}
        role="log"
        aria-label={m.chat_log({ name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-3! [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end gap-3 py-4">
          {children}
          <ol className="flex flex-col gap-2.5 empty:hidden">
            {items.map((item) => (
              <Fragment key={item.id}>
                {item.dayHeading === null ? null : <DayHeading>{item.dayHeading}</DayHeading>}
                <Bubble
                  isOwn={item.isOwn}
                  name={name}
                  text={item.text}
                  about={item.about ? <About about={item.about} toReservation={toReservation} /> : null}
                  footer={<Footer item={item} onRetry={() => onRetry(item.id)} onDelete={() => onDelete(item.id)} />}
                />
              </Fragment>
            ))}
          </ol>
        </div>
      </div>
      {scroll.hasNewBelow ? (
        <Button
          icon={ArrowDown}
          size="small"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full! whitespace-nowrap shadow-float"
          onClick={scroll.scrollToEnd}
        >
          {m.chat_new_messages()}
        </Button>
      ) : null}
    </div>
  );
}

function DayHeading({ children }: { children: string }) {
  return <li className="self-center px-3 pt-2 text-xs font-semibold text-muted">{children}</li>;
}

type AboutProps = { about: NonNullable<ChatItem['about']> } & Pick<ConversationLogProps, 'toReservation'>;

function About({ about, toReservation }: AboutProps) {
  const text = formatAboutReservation(about);
  const className = 'px-1 text-sm font-semibold wrap-anywhere';
  if (about.id === null || toReservation === undefined) return <p className={clsx(className, 'text-muted')}>{text}</p>;
  return (
    <Link
      to={toReservation(about.id)}
      className={clsx(className, '-my-2 inline-flex min-h-11 items-center text-brand-ink underline')}
    >
      {text}
    </Link>
  );
}

type FooterProps = { item: ChatItem; onRetry: () => void; onDelete: () => void };

function Footer({ item: { status, time, error }, onRetry, onDelete }: FooterProps) {
  if (status === 'sending') {
    return (
      <p className="flex items-center gap-1 px-1 text-xs text-muted">
        <LoaderCircle aria-hidden="true" className="size-3.5 animate-spin" />
        {m.chat_sending()}
      </p>
    );
  }
  if (status === 'failed') {
    return (
      <div className="flex flex-col items-end gap-1">
        <p className="px-1 text-right text-sm font-semibold text-danger">{error ?? m.chat_not_sent()}</p>
        <div className="flex gap-2">
          <Button variant="quiet" size="small" onClick={onDelete}>
            {m.chat_delete_unsent()}
          </Button>
          <Button variant="secondary" size="small" onClick={onRetry}>
            {m.action_try_again()}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <p className="flex items-center gap-1 px-1 text-xs text-muted tabular-nums">
      <time dateTime={time}>{formatClock(time)}</time>
      {status === 'sent' ? <Mark icon={Check} label={m.chat_sent()} /> : null}
      {status === 'read' ? <Mark icon={CheckCheck} label={m.chat_read()} /> : null}
    </p>
  );
}

function Mark({ icon: Icon, label }: { icon: typeof Check; label: string }) {
  return (
    <span title={label}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Such as 'About A-03, Nov 22, 2026'. */
const formatAboutReservation = ({ spaceName, startsAt }: Reservation): string =>
  m.message_about_reservation({ place: nameSpace(spaceName), day: formatDay(startsAt) });

/** Within this distance of the end of the log, the newest message is in view. */
const END_PX = 80;

type Shown = { firstId: string | undefined; lastId: string | undefined; isLastOwn: boolean };

/** Keeps a log at its end while somebody reads there, else at the same message. `hasNewBelow`: one arrived below the view. */
function useChatScroll({ firstId, lastId, isLastOwn }: Shown) {
  const log = useRef<HTMLDivElement>(null);
  const last = useRef<{ firstId?: string | undefined; lastId?: string | undefined; height: number }>({ height: 0 });
  const isAtEnd = useRef(true);
  const [hasNewBelow, setHasNewBelow] = useState(false);

  const scrollToEnd = () => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
    setHasNewBelow(false);
  };
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return;
    const before = last.current;
    last.current = { firstId, lastId, height: element.scrollHeight };
    if (lastId !== before.lastId) {
      if (isAtEnd.current || isLastOwn || before.lastId === undefined) element.scrollTop = element.scrollHeight;
      else setHasNewBelow(true);
    } else if (firstId !== before.firstId) {
      element.scrollTop += element.scrollHeight - before.height;
    }
  }, [firstId, lastId, isLastOwn]);

  // The composer grows while somebody types, and a message when it was not sent.
  useEffect(() => {
    const element = log.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, []);

  const handleScroll = () => {
    const element = log.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < END_PX;
    if (isAtEnd.current) setHasNewBelow(false);
  };
  return { log, handleScroll, scrollToEnd, hasNewBelow };
}

type Reservation = Pick<ReservationReference, 'spaceName' | 'startsAt'>;

export function AttachedReservation({ reservation, onRemove }: { reservation: Reservation; onRemove: () => void }) {
  return (
    <p className="flex items-center gap-2 rounded-control bg-brand-wash pl-3 text-sm font-semibold text-brand-ink">
      <CalendarClock aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 wrap-anywhere">{formatAboutReservation(reservation)}</span>
      <IconButton icon={X} label={m.message_about_reservation_remove()} onClick={onRemove} className="text-current!" />
    </p>
  );
}

type BubbleProps = {
  isOwn: boolean;
  /** The name of the other person. */
  name: string;
  text: string;
  /** The language of a text that may be in another one than the page. */
  language?: Language | undefined;
  about?: ReactNode;
  footer?: ReactNode;
};

/** A message in a list of a chat, on the side of its writer. It is shown as plain text. */
export function Bubble({ isOwn, name, text, language, about, footer }: BubbleProps) {
  return (
    <li
      className={clsx(
        'relative flex max-w-[85%] flex-col gap-1',
        isOwn ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      <span className="sr-only">{isOwn ? m.chat_own_message() : m.chat_other_message({ name })}</span>
      {about}
      <p
        lang={language}
        dir="auto"
        className={clsx(
          'max-w-full rounded-card px-4 py-2.5 wrap-anywhere whitespace-pre-wrap',
          isOwn ? 'rounded-br-sm bg-brand text-on-brand' : 'rounded-bl-sm border border-line bg-surface',
        )}
      >
        {text}
      </p>
      {footer}
    </li>
  );
}
