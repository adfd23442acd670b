import { type FormEvent, type InputHTMLAttributes, useState } from 'react';
import { m } from '#messages';
import { parseCents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { AskButton } from '../../ui/feedback/question-dialog.tsx';
import { Button, type ButtonVariant } from '../../ui/form/button.tsx';
import { SelectField, type SelectFieldProps } from '../../ui/form/select-field.tsx';
import { NumberField, TextField } from '../../ui/form/text-field.tsx';
import { type ActionOptions, useAction } from '../../ui/form/use-action.ts';
import { MONEY_CHANGES } from '../keys.ts';
import { changeShift } from './shifts.ts';

export const AMOUNT = String.raw`\d{1,7}([.]\d{1,2})?`;

type ActFormProps = Pick<ActionOptions<unknown, object>, 'done' | 'invalidates' | 'needsNetwork'> & {
  /** The function of the database, and what it is told beside the fields and a key, which a repeat keeps. */
  act: string;
  args?: object;
  /** By the names of its parameters; a field with a pattern takes an amount. */
  fields: readonly (InputHTMLAttributes<HTMLInputElement> &
    Pick<SelectFieldProps, 'label'> & { name: string; options?: SelectFieldProps['options'] })[];
  label?: string;
  variant?: ButtonVariant;
  /** Calls the function; that of shifts unless it is another. */
  save?: (act: string, args: object) => Promise<unknown>;
  onDone?: () => void;
};

export function ActForm({ act, args, fields, variant = 'primary', save = changeShift, onDone, ...rest }: ActFormProps) {
  const { label = m.action_save(), ...action } = rest;
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useAction((typed: object) => save(act, { key, ...args, ...typed }), {
    invalidates: MONEY_CHANGES,
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
          <TextField key={field.name} required inputMode={field.pattern === AMOUNT ? 'decimal' : 'text'} {...field} />
        ),
      )}
      {onDone ? (
        <DialogButtons label={label} variant={variant} isPending={isPending} onCancel={onDone} />
      ) : (
        <Button type="submit" disabled={isPending}>
          {label}
        </Button>
      )}
    </form>
  );
}

/** A button that opens such a form. */
export const ActButton = ({ title, opens = title, ...form }: ActFormProps & { title: string; opens?: string }) => (
  <DialogButton size="normal" label={opens} aria-label={title} title={title}>
    {(onDone) => <ActForm {...form} onDone={onDone} />}
  </DialogButton>
);

/** The blind count: nobody is told what should be there before it is sent, once. */
export function CountForm({ shift, denominations }: { shift: string; denominations: readonly number[] }) {
  const [counts, setCounts] = useState<Record<string, number>>({});
  const { mutate, isPending, error } = useAction(() => changeShift('close_shift', { shift, counts }), {
    invalidates: MONEY_CHANGES,
    onError: () => undefined,
  });
  const sums = Object.entries(counts).map(([value, number]) => toCents(parseCents(value) * number));
  const total = formatMoneyOf(sumCents(sums));
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {denominations.map((value) => (
          <NumberField
            key={value}
            label={formatMoneyOf(parseCents(value))}
            min={0}
            placeholder="0"
            onChange={({ target }) => setCounts({ ...counts, [value]: Math.max(0, Math.trunc(Number(target.value))) })}
          />
        ))}
      </div>
      <p className="text-xl font-bold tabular-nums">{m.shift_counted({ total })}</p>
      <AskButton
        variant="primary"
        size="normal"
        label={m.shift_close()}
        question={{
          title: m.shift_close_question({ total }),
          text: m.shift_close_text(),
          isPending,
          error,
          label: m.shift_close_yes(),
        }}
        onYes={(close) => mutate(undefined, { onSuccess: close })}
      />
    </div>
  );
}
