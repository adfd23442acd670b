import { clsx } from 'clsx';
import { type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { m } from '#messages';
import { INPUT_CLASS } from './text-field.tsx';

type TextAreaFieldProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'maxLength'> & {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
  /** Shows how many characters are used. It does not limit the input. */
  length?: { used: number; max: number };
};

export function TextAreaField({ label, error, length, className, ...input }: TextAreaFieldProps) {
  const id = useId();
  const isTooLong = length !== undefined && length.used > length.max;
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        className={`${INPUT_CLASS} resize-y py-3`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || length ? `${id}-error ${id}-length` : undefined}
        {...input}
      />
      <div className="flex justify-between gap-4 text-sm empty:hidden">
        {error || length ? (
          <p id={`${id}-error`} className="text-danger">
            {error}
          </p>
        ) : null}
        {length ? (
          <p id={`${id}-length`} className={clsx('shrink-0 tabular-nums', isTooLong ? 'text-danger' : 'text-muted')}>
            {m.text_area_length(length)}
          </p>
        ) : null}
      </div>
    </div>
  );
}
