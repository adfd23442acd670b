import * as z from 'zod';

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** A row with the names of the product: `createdAt` for `created_at`. */
type Renamed<Row> = { [Name in keyof Row as Name extends string ? CamelCase<Name> : Name]: Row[Name] };

const toCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const rename = (row: object, toName: (name: string) => string) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toName(name), value]));

/** A row under the names of the product. */
export const fromColumns = <Row extends object>(row: Row) => rename(row, toCamelCase) as Renamed<Row>;

/** Changes under the names of the columns. */
export const toColumns = (changes: object): Record<string, unknown> => rename(changes, toSnakeCase);

/** What is read of a table: the columns to select, and the schema of a row, which renames them. */
export function tableRow<Shape extends z.ZodRawShape>(shape: Shape) {
  return { columns: Object.keys(shape).join(), schema: z.object(shape).transform((row) => fromColumns(row)) };
}
