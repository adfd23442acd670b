import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { m } from '#messages';
import { IconButton } from './icon-button.tsx';

export const INPUT_CLASS =
  'min-h-12 w-full rounded-control border border-field-line bg-surface px-4 text-[min(1rem,7vw)] text-ink text-ellipsis placeholder:text-muted aria-invalid:border-danger [&[type=file]]:py-2.5 [&[readonly]]:bg-canvas [&[readonly]]:text-muted [&::-webkit-search-cancel-button]:appearance-none';

type FieldProps = {
  label: string;
  /** Hides the label from sight, but not from screen readers. */
  hideLabel?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  /** Screen readers announce each change of what stands below, or only what is wrong. */
  announces?: 'changes' | 'errors';
  /** Stands to the right of what is wrong. */
  aside?: ReactNode;
  className?: string | undefined;
  /** The control, given what ties it to its label and its note. */
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

/** A label, a control, and below it what is wrong or a hint. */
export function Field({ label, hideLabel = false, error, hint, announces, aside, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note ? noteId : undefined })}
      <div className="flex justify-between gap-4 text-sm empty:hidden">
        {note ? (
          <p
            id={noteId}
            role={error && announces === 'errors' ? 'alert' : undefined}
            aria-live={announces === 'changes' ? 'polite' : undefined}
            className={error ? 'text-danger' : 'text-muted'}
          >
            {note}
          </p>
        ) : null}
        {aside}
      </div>
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children' | 'hideLabel' | 'announces' | 'aside'> &
  InputHTMLAttributes<HTMLInputElement> & {
    /** A button at the right edge of the input. */
    action?: ReactNode;
  };

export function TextField({ label, error, hint, action, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <div className="relative">
          <input className={clsx(INPUT_CLASS, action && 'pr-14')} {...control} {...input} />
          {action}
        </div>
      )}
    </Field>
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

/** A labelled password input with a button that shows the password. */
export function PasswordField(input: Omit<ComponentProps<typeof TextField>, 'type' | 'action'>) {
  const [isShown, setIsShown] = useState(false);
  const toggle = (
    <IconButton
      icon={isShown ? EyeOff : Eye}
      label={isShown ? m.password_field_hide() : m.password_field_show()}
      className="absolute top-0.5 right-1 text-muted"
      onClick={() => setIsShown(!isShown)}
    />
  );
  return (
    <TextField
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={toggle}
      {...input}
    />
  );
}

type TextAreaFieldProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'maxLength'> & {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
  /** Shows how many characters are used. It does not limit the input. */
  length?: { used: number; max: number };
};

export function TextAreaField({ label, error, length, className, ...input }: TextAreaFieldProps) {
  const lengthId = useId();
  const isTooLong = length !== undefined && length.used > length.max;
  const count = length && (
    <p id={lengthId} className={clsx('ml-auto shrink-0 tabular-nums', isTooLong ? 'text-danger' : 'text-muted')}>
      {m.text_area_length(length)}
    </p>
  );
  return (
    <Field label={label} error={error} className={className} aside={count}>
      {(control) => (
        <textarea
          rows={4}
          className={`${INPUT_CLASS} resize-y py-3`}
          {...control}
          aria-describedby={clsx(control['aria-describedby'], length && lengthId) || undefined}
          {...input}
        />
      )}
    </Field>
  );
}
