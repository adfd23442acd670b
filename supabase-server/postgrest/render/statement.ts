/** SQL made of identifiers of the schema, with the values of the request beside it. */
export type Statement = { text: string; values: string[] };

/** The values and aliases of a statement. */
export class Values {
  readonly list: string[] = [];
  #aliases = 0;

  /** Adds a value and returns its placeholder. With a type, PostgreSQL parses it once instead of for every row. */
  add(value: string, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }

  /** Creates an alias for a table, unique in the statement. */
  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }
}

/** Quotes an identifier of the schema, or an alias that is safe in quotes. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Quotes an identifier of the schema as a text. */
export function quoteText(identifier: string): string {
  return `'${identifier.replaceAll("'", "''")}'`;
}
