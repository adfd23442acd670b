import { type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';
import { m } from '#messages';
import type { Column, Columns } from '../../../domain/columns.ts';

/** A field of a form with its label. `format` is for values that are not shown as they are. */
export type NamedField<Values extends FieldValues> = {
  name: Path<Values>;
  label: string;
  format?: (value: unknown) => string;
};

/** The fields of a form with these columns. */
export const listFields = <Values extends FieldValues>(columns: Columns<Values>): NamedField<Values>[] =>
  Object.entries<Column<unknown>>(columns).flatMap(([name, { parts, ...column }]) =>
    parts === undefined
      ? [{ ...column, name: name as Path<Values> }]
      : Object.entries(parts).map(([part, labelled]) => ({ ...labelled, name: `${name}.${part}` as Path<Values> })),
  );

/** A field that somebody else changed: its stored value, and what is typed here, or null. */
export type NewerValue = { label: string; now: string; typed: string | null };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Merges newer stored values into the fields that were not changed here. @returns the changed fields whose newer value differs */
export function mergeNewerValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { base, newer, fields }: { base: Values; newer: Values; fields: readonly NamedField<Values>[] },
): NewerValue[] {
  const typed = form.getValues();
  const changedHere = fields.filter(({ name }) => !isSame(get(typed, name), get(base, name)));
  form.reset(newer);
  for (const { name } of changedHere) {
    const value: PathValue<Values, Path<Values>> = get<Values, PathValue<Values, Path<Values>>>(typed, name);
    form.setValue(name, value, { shouldDirty: true });
  }
  return fields
    .filter(({ name }) => !isSame(get(newer, name), get(base, name)) && !isSame(get(newer, name), get(typed, name)))
    .map((field) => {
      const { name, label, format = formatPlainValue } = field;
      return {
        label,
        now: format(get(newer, name)),
        typed: changedHere.includes(field) ? format(get(typed, name)) : null,
      };
    });
}

function formatPlainValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? m.value_on() : m.value_off();
  return value === null || value === '' ? m.value_empty() : String(value);
}
