import { type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';

/** A field of a form as it is named on the screen, and how what it holds reads. */
export type NamedField<Values extends FieldValues> = {
  name: Path<Values>;
  label: string;
  show: (value: unknown) => string;
};

/** A field that somebody else changed meanwhile: what is kept now, and what was typed here, if anything was. */
export type NewerValue = { label: string; now: string; typed: string | null };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Takes what somebody else saved meanwhile into a form that is being edited: fields that were changed here keep what
 * was typed, the others follow. Answers which fields somebody else changed to
 * something that is not typed here.
 */
export function mergeNewerValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { base, newer, fields }: { base: Values; newer: Values; fields: readonly NamedField<Values>[] },
): NewerValue[] {
  const typed = form.getValues();
  const own = fields.filter(({ name }) => !isSame(get(typed, name), get(base, name)));
  form.reset(newer);
  for (const { name } of own) {
    const value: PathValue<Values, Path<Values>> = get<Values, PathValue<Values, Path<Values>>>(typed, name);
    form.setValue(name, value, { shouldDirty: true });
  }
  return fields
    .filter(({ name }) => !isSame(get(newer, name), get(base, name)) && !isSame(get(newer, name), get(typed, name)))
    .map((field) => ({
      label: field.label,
      now: field.show(get(newer, field.name)),
      typed: own.includes(field) ? field.show(get(typed, field.name)) : null,
    }));
}

/** A text, a number, or whether something is on, as the notice about newer values says it. */
export function formatPlainValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null || value === '' ? 'empty' : String(value);
}
