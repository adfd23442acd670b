import { clsx } from 'clsx';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { m } from '#messages';
import { toMessageText } from '../../../domain/people/message.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { Button } from '../../ui/form/button.tsx';
import { INPUT_CLASS } from '../../ui/form/text-field.tsx';

const { max } = TEXT_LIMITS.message;

const LENGTH_SHOWN_FROM = max - 200;

type ComposerProps = {
  onSend: (text: string) => void;
  draft?: string;
  onDraft?: (typed: string) => void;
  disabled?: boolean;
};

/** The input for a message: Enter sends it, Shift+Enter starts a new line. It may stand inside a form, which it does not submit. */
export function Composer({ onSend, draft = '', onDraft, disabled = false }: ComposerProps) {
  const lengthId = useId();
  const [typed, setTyped] = useState(draft);
  const text = toMessageText(typed);
  const change = (value: string) => {
    setTyped(value);
    onDraft?.(value);
  };
  const send = () => {
    if (text === null || disabled) return;
    onSend(text);
    change('');
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // In an input method, such as that for Japanese, Enter picks a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-end gap-2">
        <textarea
          rows={1}
          aria-label={m.composer_message()}
          aria-describedby={typed.length >= LENGTH_SHOWN_FROM ? lengthId : undefined}
          placeholder={m.composer_placeholder()}
          enterKeyHint="send"
          maxLength={max}
          value={typed}
          onChange={(event) => change(event.target.value)}
          onKeyDown={sendOnEnter}
          className={`${INPUT_CLASS} field-sizing-content max-h-32 resize-none py-2.75`}
        />
        <Button
          icon={SendHorizontal}
          aria-label={m.composer_send()}
          title={m.composer_send()}
          disabled={text === null || disabled}
          onClick={send}
          className="w-12 shrink-0 px-0!"
        />
      </div>
      {typed.length >= LENGTH_SHOWN_FROM ? (
        <p
          id={lengthId}
          className={clsx('px-1 text-sm tabular-nums', typed.length >= max ? 'text-danger' : 'text-muted')}
        >
          {m.text_area_length({ used: typed.length, max })}
        </p>
      ) : null}
    </div>
  );
}
