import { clsx } from 'clsx';
import { type InputHTMLAttributes, useId } from 'react';

type SwitchFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> & {
  label: string;
  detail?: string | undefined;
};

/** A native checkbox that looks and reads as a switch; the whole row can be tapped. */
export function SwitchField({ label, detail, className, ...input }: SwitchFieldProps) {
  const id = useId();
  // The detail is not faded, since it may say why the switch is disabled.
  const faded = input.disabled && 'opacity-60';
  return (
    <label
      className={clsx(
        'flex min-h-14 items-center justify-between gap-4 py-2',
        input.disabled || 'cursor-pointer',
        className,
      )}
    >
      <span className="flex min-w-0 flex-col">
        <span id={`${id}-label`} className={clsx('font-semibold', faded)}>
          {label}
        </span>
        {detail ? (
          <span id={`${id}-detail`} className="text-sm text-muted">
            {detail}
          </span>
        ) : null}
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={detail ? `${id}-detail` : undefined}
        className={clsx(
          'relative h-7 w-12 shrink-0 cursor-[inherit] appearance-none rounded-full border border-field-line bg-canvas transition-colors before:absolute before:top-1/2 before:left-0.75 before:size-5 before:-translate-y-1/2 before:rounded-full before:bg-field-line before:transition-transform checked:border-brand checked:bg-brand checked:before:translate-x-5 checked:before:bg-on-brand',
          faded,
        )}
        {...input}
      />
    </label>
  );
}
