type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;
type CamelCased<Row> = { [Name in keyof Row as CamelCase<Name & string>]: Row[Name] };

const rename = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** A row of the database with the names of TypeScript: `start_time` becomes `startTime`. */
export const toCamelCase = <Row extends object>(row: Row): CamelCased<Row> =>
  Object.fromEntries(Object.entries(row).map(([column, cell]) => [rename(column), cell])) as CamelCased<Row>;
