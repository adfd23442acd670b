import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { m } from '#messages';
import type { Language } from '../../../domain/language/languages.ts';

type BubbleProps = {
  isOwn: boolean;
  /** Of the other side. */
  name: string;
  text: string;
  /** Of a text that may be in another one than the page. */
  language?: Language | undefined;
  /** What the message is about. */
  about?: ReactNode;
  /** When it was sent, or how sending goes. */
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
