/** A statement: its text, made of identifiers of the schema, and the values of the request beside it. */
export type Statement = { text: string; values: string[] };

/** Collects the values of a statement and hands out their places and the names of its parts. */
export class Values {
  readonly list: string[] = [];
  #aliases = 0;

  /** The place of a value of the given type: PostgreSQL reads it once, where it would read a text anew for every row. */
  add(value: string, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }

  /** A name for a table in the statement that no other has. */
  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }
}

/** A name of a few letters and digits, which means nothing in quotes but itself; any longer one is cut by PostgreSQL. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/i;

/** Whether a name that the client chose may stand in a statement, quoted; any other has to be a value. */
export function isPlainName(name: string): boolean {
  return PLAIN_NAME.test(name);
}

/** Quotes an identifier that the schema knows, or a plain name. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Quotes an identifier that the schema knows as a text. */
export function quoteText(identifier: string): string {
  return `'${identifier.replaceAll("'", "''")}'`;
}
