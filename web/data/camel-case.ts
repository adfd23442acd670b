type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;
type CamelCased<Row> = { [Name in keyof Row as CamelCase<Name>]: Row[Name] };

/** A row with the names of TypeScript, such as `zoneId` for the column `zone_id`; what is inside of its values stays. */
export const toCamelCase = <Row extends object>(row: Row) =>
  mapNames(row, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())) as CamelCased<Row>;

/** The columns of values that have the names of TypeScript. */
export const toColumns = (values: object): Record<string, unknown> => mapNames(values, toColumn);

export const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const mapNames = (row: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]));
