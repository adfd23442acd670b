import { type FormEvent, type InputHTMLAttributes, useState } from 'react';
import { m } from '#messages';
import { DialogButtons } from '../feedback/dialog-actions.tsx';
import { DialogButton } from '../feedback/dialog-button.tsx';
import { Button, type ButtonVariant } from './button.tsx';
import { SelectField, type SelectFieldProps } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { type ActionOptions, useAction } from './use-action.ts';

type ShortFormProps = Pick<ActionOptions<unknown, object>, 'done' | 'invalidates'> & {
  fields: readonly (InputHTMLAttributes<HTMLInputElement> &
    Pick<SelectFieldProps, 'label'> & { name: string; options?: SelectFieldProps['options'] })[];
  label?: string;
  variant?: ButtonVariant;
  /** Sends what was typed, by the names of the fields, with a key that a repeat keeps. */
  save: (typed: Record<string, FormDataEntryValue>, key: string) => Promise<unknown>;
  onDone?: () => void;
  /** With it there is a button that leaves the form. */
  onCancel?: () => void;
};

/** A form of a few fields that the browser checks. */
export function ShortForm({ fields, variant = 'primary', save, onDone, onCancel, ...rest }: ShortFormProps) {
  const { label = m.action_save(), ...action } = rest;
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useAction((typed: Parameters<typeof save>[0]) => save(typed, key), {
    ...action,
    onSuccess: () => onDone?.(),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <form className="flex flex-col gap-4 print:hidden" onSubmit={send}>
      {fields.map(({ options, ...field }) =>
        options ? (
          <SelectField key={field.name} name={field.name} label={field.label} options={options} />
        ) : (
          <TextField key={field.name} required {...field} />
        ),
      )}
      {onCancel ? (
        <DialogButtons label={label} variant={variant} isPending={isPending} onCancel={onCancel} />
      ) : (
        <Button type="submit" disabled={isPending}>
          {label}
        </Button>
      )}
    </form>
  );
}

/** A button that opens such a form. */
export function ShortFormButton({ title, opens = title, ...form }: ShortFormProps & { title: string; opens?: string }) {
  return (
    <DialogButton size="normal" label={opens} aria-label={title} title={title}>
      {(close) => <ShortForm {...form} onDone={close} onCancel={close} />}
    </DialogButton>
  );
}
