import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { INPUT_CLASS } from './text-field.tsx';

/** Long enough not to ask at each letter. */
const TYPING_MS = 250;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  /** What is searched for; when it changes from elsewhere, so does the text. */
  value: string;
  /** Called once the typing pauses. */
  onSearch: (words: string) => void;
  className?: string;
};

/** A search box that asks when the typing pauses. */
export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // What was sent from here comes back as the value, one after the other; the text may be ahead of all of them by then.
  const [onTheWay, setOnTheWay] = useState<readonly string[]>([]);
  if (value !== lastValue) {
    setLastValue(value);
    const arrived = onTheWay.indexOf(value);
    setOnTheWay(arrived === -1 ? [] : onTheWay.slice(arrived + 1));
    if (arrived === -1) setText(value);
  }
  const sent = onTheWay.at(-1) ?? value;

  const send = useEffectEvent((words: string) => {
    setOnTheWay([...onTheWay, words]);
    onSearch(words);
  });
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => send(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);

  return (
    <div className={clsx('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden="true"
        className="text-muted pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2"
      />
      <input
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`${INPUT_CLASS} pl-12`}
      />
    </div>
  );
}
