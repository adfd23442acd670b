type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;
type CamelCased<Row> = { [Name in keyof Row as CamelCase<Name & string>]: Row[Name] };

const toName = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const rename = (row: object, change: (name: string) => string) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [change(name), value]));

/** A row of the database with the names of TypeScript: `start_time` becomes `startTime`. */
export const toCamelCase = <Row extends object>(row: Row) => rename(row, toName) as CamelCased<Row>;

/** `startTime` is the column `start_time`. */
export const toColumn = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const toColumns = (values: object): Record<string, unknown> => rename(values, toColumn);
