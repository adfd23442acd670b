import * as z from 'zod';
import { toColumn, toColumns } from './camel-case.ts';
import { decimalSchema, wholeNumberSchema } from './field-schemas.ts';
import { formatMoney } from './money/money.ts';
import type { ProblemKey } from './problems.ts';

type Option<Value = string> = { value: Value; label: string };

/** The control of a form for a column; `own` where the form has a part of its own for it. */
type Input =
  | { kind: 'switch' }
  | { kind: 'number'; min: number; max: number; step: number }
  | { kind: 'text' | 'email'; rows?: number }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'own' };

/** A column of a table that people edit: all that forms, requests and the audit log know of it. */
export type Column<Value> = {
  label: string;
  /** The label in a form, where it names the currency of an amount. */
  formLabel?: (values: { symbol: string }) => string;
  hint?: string;
  placeholder?: string;
  input: Input;
  /** The value in a new row. */
  initial: Value;
  /** What may be typed. */
  typed: z.ZodType<Value, Value>;
  /** Reads what the database has. */
  stored: z.ZodType<Value>;
  /** What the database gets, where it is not the value itself. */
  toStored?(value: Value): unknown;
  /** Shows the value, where it is not shown as it is. */
  format?: (value: unknown) => string;
  /** The fields of a value that has several, by their names. */
  parts?: Readonly<Record<string, Pick<Column<string>, 'label' | 'format'>>>;
};

/** Columns by their names in TypeScript. */
export type Columns<Values> = { readonly [Name in keyof Values]: Column<Values[Name]> };

export type ValuesOf<Table> = {
  -readonly [Name in keyof Table]: Table[Name] extends Column<infer Value> ? Value : never;
};

type More<Value> = Partial<Column<Value>>;

export const flag = (label: string, initial: boolean, more: More<boolean> = {}): Column<boolean> => ({
  label,
  initial,
  input: { kind: 'switch' },
  typed: z.boolean(),
  stored: z.boolean(),
  ...more,
});

/** A text, which is empty at first. */
export const text = (label: string, typed: z.ZodType<string, string>, more: More<string> = {}): Column<string> => ({
  label,
  initial: '',
  input: { kind: 'text' },
  typed,
  stored: z.string(),
  ...more,
});

/** A text that the database has as null while it is empty. */
export const optionalText = (
  label: string,
  typed: z.ZodType<string, string>,
  more: More<string> = {},
): Column<string> => ({
  ...text(label, typed, more),
  stored: z
    .string()
    .nullish()
    .transform((stored) => stored ?? ''),
  toStored: (value) => value || null,
});

type Bounds = { min: number; max: number };

/** A number without decimals, or with these; `problem` says what is wrong with any other. */
export const number = (
  label: string,
  initial: number,
  { bounds, decimals = 0, problem }: { bounds: Bounds; decimals?: number; problem: ProblemKey },
): Column<number> => ({
  label,
  initial,
  input: { kind: 'number', ...bounds, step: 10 ** -decimals },
  typed: decimals === 0 ? wholeNumberSchema(bounds, problem) : decimalSchema({ ...bounds, decimals }, problem),
  stored: z.number(),
});

/** An amount in the operator's currency. */
export const money = (
  label: string,
  initial: number,
  { formLabel, ...rule }: { bounds: Bounds; problem: ProblemKey } & Required<Pick<Column<number>, 'formLabel'>>,
): Column<number> => ({
  ...number(label, initial, { ...rule, decimals: 2 }),
  formLabel,
  format: (amount) => formatMoney(Number(amount)),
});

/** A number that may be left out. It is null then, and at first. */
export const orNull = (column: Column<number>, more: More<number | null> = {}): Column<number | null> => ({
  ...column,
  initial: null,
  typed: column.typed.nullable(),
  stored: column.stored.nullable(),
  ...more,
});

/** One of these values. */
export function choice<Value extends string>(
  label: string,
  initial: NoInfer<Value>,
  options: readonly Option<Value>[],
): Column<Value> {
  const schema = z.enum(options.map(({ value }) => value));
  return {
    label,
    initial,
    input: { kind: 'choice', options },
    typed: schema,
    stored: schema,
    format: (chosen) => options.find(({ value }) => value === chosen)?.label ?? '',
  };
}

const mapColumns = <Values extends object, Result>(
  columns: Columns<Values>,
  change: (column: Column<unknown>, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries<Column<unknown>>(columns).map(([name, column]) => [name, change(column, name)]));

/** The values of a new row. */
export const initialValues = <Values extends object>(columns: Columns<Values>) =>
  mapColumns(columns, ({ initial }) => initial) as Values;

/** What may be typed into a form with these columns. */
export const typedValues = <Values extends object>(columns: Columns<Values>) =>
  z.object(mapColumns(columns, ({ typed }) => typed)) as unknown as z.ZodType<Values, Values>;

/** Reads these columns of a row, by their names in the database. */
export const storedShape = <Values extends object>(columns: Columns<Values>) =>
  toColumns(mapColumns(columns, ({ stored }) => stored)) as Record<string, z.ZodType>;

/** The values of a row that `storedShape` has read. */
export const fromRow = <Values extends object>(columns: Columns<Values>, row: Record<string, unknown>) =>
  mapColumns(columns, (_, name) => row[toColumn(name)]) as Values;

/** The row that the database gets for these values. */
export const toRow = <Values extends object>(
  columns: Columns<Values>,
  values: NoInfer<Values>,
): Record<string, unknown> =>
  toColumns(
    mapColumns(columns, ({ toStored }, name) => {
      const value: unknown = values[name as keyof Values];
      return toStored ? toStored(value) : value;
    }),
  );
