import type { DataRequest } from '../parse/parse-request.ts';

/** SQL made of identifiers of the schema, with the values of the request beside it. */
export type Statement = { text: string; values: string[] };

export class Values {
  readonly list: string[] = [];
  #aliases = 0;

  /** Adds a value and returns its placeholder. With a type, PostgreSQL parses it once instead of for every row. */
  add(value: string, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }

  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }
}

/** Quotes an identifier of the schema, or an alias of the client. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

export function quoteText(identifier: string): string {
  return `'${identifier.replaceAll("'", "''")}'`;
}

/** A row `r` as JSON. With `.*` it is the row, also where a column has the name `r`. */
export const ROW = 'row_to_json(r.*)';

const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** Each row of `rows` as a JSON item with the bytes of all items up to it. @param item a row, called `r`, as JSON */
export function renderJsonItems(item: string, rows: string): string {
  // Without `offset 0` the planner would build each item twice, once for its size.
  const items = `select ${item} as item from (${rows}) r offset 0`;
  return `(select i.item, sum(pg_column_size(i.item)) over (rows unbounded preceding) as bytes from (${items}) i) l`;
}

/** The items of `renderJsonItems` as one JSON list. The database stops at the item that makes it too large. */
export const JSON_LIST = `coalesce(json_agg(case when l.bytes > ${MAX_LIST_BYTES} then data_api.fail_response_too_large() else l.item end), '[]'::json)`;

type ResultSql = {
  /** A row of `rows`, called `r`, as JSON; null when only the number of rows is needed. */
  item: string | null;
  rows: string;
  total: string | null;
  /** Common table expressions. */
  before?: string;
  /** Only the first item is the body. */
  isSingle?: boolean;
  /** The client's limits, where a result beyond them must leave nothing written. */
  limits?: { request: DataRequest; values: Values };
};

/** The conditions of a result that the client does not take; `explainRejection` says which it was. */
function renderRejections({ request, values }: NonNullable<ResultSql['limits']>, total: string | null): string {
  const { isSingular, preferences, rows } = request;
  const conditions = isSingular ? ['count(*) <> 1'] : [];
  const { maxAffected } = preferences;
  if (maxAffected !== null) conditions.push(`count(*) > ${values.add(String(maxAffected), 'int')}`);
  if (total !== null && rows.offset > 0) conditions.push(`(${total}) < ${values.add(String(rows.offset), 'bigint')}`);
  return conditions.join(' or ');
}

/** Every statement returns one row: the rows as JSON text, their number, and a total. */
export function renderResult({ item, rows, total, before = '', isSingle = false, limits }: ResultSql): string {
  const list = isSingle ? `coalesce((${JSON_LIST}) -> 0, 'null'::json)` : JSON_LIST;
  const [body, from] = item === null ? ["''", `(${rows}) r`] : [list, renderJsonItems(item, rows)];
  const all = `(${total ?? 'null'})::bigint`;
  const rejected = limits === undefined ? '' : renderRejections(limits, total);
  const count =
    rejected === ''
      ? 'count(*)'
      : `case when ${rejected} then data_api.reject_rows(count(*), ${all}) else count(*) end`;
  return `${before}select (${body})::text as body, (${count})::int as rows, ${all} as total from ${from}`;
}
