import { ChevronDown } from 'lucide-react';
import type { ComponentProps, SelectHTMLAttributes } from 'react';
import { Field, INPUT_CLASS } from './text-field.tsx';

export type SelectFieldProps = Omit<ComponentProps<typeof Field>, 'children' | 'hint' | 'announces' | 'aside'> &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
    options: readonly { value: string; label: string }[];
  };

export function SelectField({ label, options, error, hideLabel = false, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hideLabel={hideLabel} className={className}>
      {(control) => (
        <div className="relative">
          <select className={`${INPUT_CLASS} appearance-none truncate pr-11`} {...control} {...select}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
