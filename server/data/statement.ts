/** A statement: its text, made of identifiers of the schema, and the values of the request beside it. */
export type Statement = { text: string; values: string[] };

/** Collects the values of a statement and hands out their places. */
export class Values {
  readonly list: string[] = [];

  /** The place of a value, read as text and then as the given type. */
  add(value: string, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::text::${type}`;
  }
}

/** Quotes an identifier that the schema knows. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
