import { X } from 'lucide-react';
import { m } from '#messages';

export type FilterChip<Name extends string> = { name: Name; label: string };

type FilterChipsProps<Name extends string> = {
  chips: readonly FilterChip<Name>[];
  onRemove: (name: Name) => void;
};

/** Filters that an address brought along, each with a button that removes it. */
export function FilterChips<Name extends string>({ chips, onRemove }: FilterChipsProps<Name>) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={m.filter_chips()} className="flex flex-wrap gap-2">
      {chips.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={m.filter_chip_remove({ filter: label })}
            onClick={() => onRemove(name)}
            className="bg-brand-wash text-brand-ink inline-flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold"
          >
            {label}
            <X aria-hidden="true" className="size-4 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}
