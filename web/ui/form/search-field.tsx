import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { INPUT_CLASS } from './text-field.tsx';

/** The pause after which a search starts. */
const DEBOUNCE_MS = 250;

export type SearchFieldProps = {
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
  /** The text that is not searched for yet. It stays while earlier searches come back. */
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === value) setTyped(null);
  const send = useEffectEvent(onSearch);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => send(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

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
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        className={`${INPUT_CLASS} pl-12`}
      />
    </div>
  );
}
