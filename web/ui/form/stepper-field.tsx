import { NumberField } from '@base-ui/react/number-field';
import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { m } from '#messages';
import { Field } from './text-field.tsx';

export type StepperFieldProps = {
  /** The input, for a form that moves the focus to what is wrong. */
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** Null while the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  min: number;
  error?: string | undefined;
  /** Screen readers announce its changes. */
  hint?: string | undefined;
  /** Buttons beside the input, or below it where there is too little room. */
  actions?: ReactNode;
};

const STEP_CLASS =
  'inline-flex w-12 shrink-0 items-center justify-center text-ink hover:bg-brand-wash disabled:text-muted disabled:opacity-50 disabled:hover:bg-transparent';

/** A number input with buttons for one more and one less. */
export function StepperField({ ref, label, value, onChange, onBlur, min, error, hint, actions }: StepperFieldProps) {
  return (
    <Field announces="changes" label={label} error={error} hint={hint}>
      {({ id, ...state }) => (
        <NumberField.Root
          id={id}
          value={value}
          min={min}
          allowOutOfRange
          locale="en-US"
          format={{ useGrouping: false }}
          onValueChange={(next) => onChange(next)}
          className="flex flex-wrap gap-3"
        >
          <NumberField.Group
            className={clsx(
              'flex min-h-12 min-w-0 flex-[1_1_9rem] items-stretch overflow-hidden rounded-control border bg-surface focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand-ink',
              error ? 'border-danger' : 'border-field-line',
            )}
          >
            <NumberField.Decrement aria-label={m.stepper_field_less()} className={STEP_CLASS}>
              <Minus aria-hidden="true" className="size-5" />
            </NumberField.Decrement>
            <NumberField.Input
              ref={ref}
              aria-roledescription={m.stepper_field_role()}
              onBlur={onBlur}
              {...state}
              className="w-full min-w-0 bg-transparent text-center text-lg font-semibold tabular-nums outline-none"
            />
            <NumberField.Increment aria-label={m.stepper_field_more()} className={STEP_CLASS}>
              <Plus aria-hidden="true" className="size-5" />
            </NumberField.Increment>
          </NumberField.Group>
          {actions}
        </NumberField.Root>
      )}
    </Field>
  );
}
