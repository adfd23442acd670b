import { clsx } from 'clsx';
import { type InputHTMLAttributes, useId } from 'react';

export const INPUT_CLASS =
  'min-h-12 w-full rounded-control border border-field-line bg-surface px-4 text-base text-ink placeholder:text-muted aria-invalid:border-danger [&[readonly]]:bg-canvas [&[readonly]]:text-muted';

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
};

/** A labelled input, with its error or hint below. */
export function TextField({ label, error, hint, className, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        className={INPUT_CLASS}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        {...input}
      />
      {note ? (
        <p id={noteId} className={clsx('text-sm', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
