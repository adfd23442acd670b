import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { m } from '#messages';
import { toMessageText } from '../../domain/people/message.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { Button } from '../ui/button.tsx';
import { INPUT_CLASS } from '../ui/text-field.tsx';

/** The input for a message: Enter sends it, Shift+Enter starts a new line. */
export function Composer({ onSend }: { onSend: (text: string) => void }) {
  const [typed, setTyped] = useState('');
  const text = toMessageText(typed);
  const send = () => {
    if (text === null) return;
    onSend(text);
    setTyped('');
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // In an input method, as for Japanese, Enter picks a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        rows={1}
        aria-label={m.composer_message()}
        placeholder={m.composer_placeholder()}
        enterKeyHint="send"
        maxLength={TEXT_LIMITS.message.max}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={sendOnEnter}
        className={`${INPUT_CLASS} field-sizing-content max-h-32 resize-none py-2.75`}
      />
      <Button
        type="submit"
        aria-label={m.composer_send()}
        title={m.composer_send()}
        disabled={text === null}
        className="w-12 shrink-0 px-0!"
      >
        <SendHorizontal aria-hidden="true" className="size-5" />
      </Button>
    </form>
  );
}
