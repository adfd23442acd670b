import { OTPField } from '@base-ui/react/otp-field';
import { clsx } from 'clsx';
import { useEffect, useId, useRef } from 'react';
import { m } from '#messages';

const LENGTH = 6;
const DIGITS = Array.from({ length: LENGTH }, (_, index) => index + 1);

type CodeFieldProps = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  hint?: string;
  error?: string | undefined;
  disabled?: boolean;
  /** Takes the focus when it appears. */
  startsFocused?: boolean;
};

/** Six digits, one box each. The last digit submits the form. */
export function CodeField({
  label,
  value,
  onChange,
  hint,
  error,
  disabled = false,
  startsFocused = false,
}: CodeFieldProps) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A wrong code is typed again from the start.
    if (error || startsFocused) first.current?.focus();
  }, [error, startsFocused]);
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <OTPField.Root
        id={id}
        length={LENGTH}
        value={value}
        onValueChange={(next) => onChange(next)}
        autoSubmit
        disabled={disabled}
        aria-describedby={note ? noteId : undefined}
        // The gap does not grow with the text, which needs the room.
        className="grid w-full max-w-80 grid-cols-6 gap-[6px]"
      >
        {DIGITS.map((digit) => (
          <OTPField.Input
            key={digit}
            ref={digit === 1 ? first : undefined}
            aria-label={digit === 1 ? undefined : m.code_field_digit({ digit, length: LENGTH })}
            aria-invalid={error ? true : undefined}
            className="h-13 w-full min-w-0 rounded-[12px] border border-field-line bg-surface px-0 text-center text-xl font-semibold text-ink tabular-nums aria-invalid:border-danger"
          />
        ))}
      </OTPField.Root>
      {note ? (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={clsx('text-sm', error ? 'text-danger' : 'text-muted')}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
