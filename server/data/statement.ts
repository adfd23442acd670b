/** A statement: its text, made of identifiers of the schema, and the values of the request beside it. */
export type Statement = { text: string; values: string[] };

/** Collects the values of a statement and hands out their places and the names of its parts. */
export class Values {
  readonly list: string[] = [];
  #aliases = 0;

  /** The place of a value, read as text and then as the given type. */
  add(value: string, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::text::${type}`;
  }

  /** A name for a table in the statement that no other has. */
  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }
}

/** Quotes an identifier that the schema knows. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Quotes an identifier that the schema knows as a text. */
export function quoteText(identifier: string): string {
  return `'${identifier.replaceAll("'", "''")}'`;
}
