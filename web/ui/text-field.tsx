import { clsx } from 'clsx';
import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react';

export const INPUT_CLASS =
  'min-h-12 w-full rounded-control border border-field-line bg-surface px-4 text-[min(1rem,7vw)] text-ink text-ellipsis placeholder:text-muted aria-invalid:border-danger [&[readonly]]:bg-canvas [&[readonly]]:text-muted';

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** A button at the right edge of the input. */
  action?: ReactNode;
};

export function TextField({ label, error, hint, action, className, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className={clsx(INPUT_CLASS, action && 'pr-14')}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          {...input}
        />
        {action}
      </div>
      {note ? (
        <p id={noteId} className={clsx('text-sm', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

/** A labelled number input; without a `step` it takes whole numbers. */
export function NumberField({
  step = 1,
  ...input
}: Omit<ComponentProps<typeof TextField>, 'step'> & { step?: number }) {
  return <TextField type="number" inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'} step={step} {...input} />;
}

/** A labelled input for an email address, which the device neither capitalizes nor corrects. */
export function EmailField(input: ComponentProps<typeof TextField>) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...input} />;
}
