import { type FormEvent, type InputHTMLAttributes, useState } from 'react';
import { m } from '#messages';
import { parseCents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField, type SelectFieldProps } from '../../ui/form/select-field.tsx';
import { NumberField, TextField } from '../../ui/form/text-field.tsx';
import { type ActionOptions, useAction } from '../../ui/form/use-action.ts';
import { MONEY_CHANGES } from '../keys.ts';
import { changeShift } from './shifts.ts';

export const AMOUNT = String.raw`\d{1,7}([.]\d{1,2})?`;

type CashFormProps = Pick<ActionOptions<unknown, object>, 'done' | 'invalidates' | 'needsNetwork'> & {
  /** The function of the database, and what it is told beside the fields and a key, which a repeat keeps. */
  act: string;
  args?: object;
  /** By the names of its parameters; a field with a pattern takes an amount. */
  fields: readonly (InputHTMLAttributes<HTMLInputElement> &
    Pick<SelectFieldProps, 'label'> & { name: string; options?: SelectFieldProps['options'] })[];
  label?: string;
  /** Calls the function; that of shifts unless it is another. */
  save?: (act: string, args: object) => Promise<unknown>;
  onDone?: () => void;
};

export function CashForm({ act, args, fields, save = changeShift, onDone, ...rest }: CashFormProps) {
  const { label = m.action_save(), ...action } = rest;
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useAction((typed: object) => save(act, { key, ...args, ...typed }), {
    ...{ invalidates: MONEY_CHANGES, ...action, onSuccess: () => onDone?.() },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <form className="flex flex-col gap-4 print:hidden" onSubmit={send}>
      {fields.map(({ options, ...field }) =>
        options ? (
          <SelectField key={field.name} {...{ name: field.name, label: field.label, options }} />
        ) : (
          <TextField key={field.name} required inputMode={field.pattern === AMOUNT ? 'decimal' : 'text'} {...field} />
        ),
      )}
      <Button type="submit" disabled={isPending}>
        {label}
      </Button>
    </form>
  );
}

/** A button that opens such a form. */
export const CashButton = ({ title, ...form }: CashFormProps & { title: string }) => (
  <DialogButton size="normal" label={title} title={title}>
    {(onDone) => <CashForm {...form} onDone={onDone} />}
  </DialogButton>
);

/** The blind count: nobody is told what should be there before it is sent, once. */
export function CountForm({ shift, denominations }: { shift: string; denominations: readonly number[] }) {
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, dialog } = useAction(() => changeShift('close_shift', { shift, counts }), {
    ...{ invalidates: MONEY_CHANGES, onClose: () => setIsAsked(false) },
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
      <Button onClick={() => setIsAsked(true)}>{m.shift_close()}</Button>
      {isAsked ? (
        <QuestionDialog
          {...{ title: m.shift_close_question({ total }), text: m.shift_close_text(), label: m.shift_close_yes() }}
          {...dialog}
          onConfirm={() => mutate()}
        />
      ) : null}
    </div>
  );
}
