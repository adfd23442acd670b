import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { INPUT_CLASS } from './text-field.tsx';

/** The pause after which a search starts. */
const DEBOUNCE_MS = 250;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  /** The current search; a change from elsewhere replaces the text. */
  value: string;
  /** Called when the person pauses. */
  onSearch: (search: string) => void;
  className?: string;
};

export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Each search that this field sent comes back as a `value`. Meanwhile somebody may have typed on, and that text stays.
  const [pending, setPending] = useState<readonly string[]>([]);
  if (value !== lastValue) {
    setLastValue(value);
    const index = pending.indexOf(value);
    setPending(index === -1 ? [] : pending.slice(index + 1));
    if (index === -1) setText(value);
  }
  const sent = pending.at(-1) ?? value;

  const send = useEffectEvent((search: string) => {
    setPending([...pending, search]);
    onSearch(search);
  });
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => send(text), DEBOUNCE_MS);
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
