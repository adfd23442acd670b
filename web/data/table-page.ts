import type { PostgrestError } from '@supabase/supabase-js';
import { NO_ROWS, type ParsedRows, type TablePage } from '../ui/table/parse-rows.ts';
import { PAGE_OUT_OF_RANGE } from './database-problem.ts';

/** The most rows in one response, unless the operator of the backend sets another limit. */
export const ROWS_LIMIT = 1000;

export const MISSING_PAGE: TablePage<never> = { ...NO_ROWS, hasNext: false, total: 0, isPastTheEnd: true };

type TableResponse = { data: unknown; error: PostgrestError | null; count: number | null };

/** Parses a page of a response that counts all rows; `from` is the index of its first row. @throws what `parse` throws */
export function toTablePage<Row>(
  response: TableResponse,
  from: number,
  parse: (response: TableResponse) => ParsedRows<Row>,
): TablePage<Row> {
  if (response.error?.code === PAGE_OUT_OF_RANGE) return MISSING_PAGE;
  const page = parse(response);
  const total = response.count ?? page.count;
  return { ...page, hasNext: from + page.count < total, total, isPastTheEnd: false };
}

type Filtered<Query> = { lte: (column: string, value: string) => Query; or: (filters: string) => Query };

/**
 * The rows that come after one where the newest are first, or all for null. It continues after a row and not an offset, so
 * that none is missed when others change meanwhile.
 * @param column the time that they are ordered by, before their id
 */
export function selectAfter<Query extends Filtered<Query>>(
  query: Query,
  column: string,
  last: { time: string; id: string } | null,
  ids: 'ascending' | 'descending',
): Query {
  if (last === null) return query;
  // The index can use the first condition; the second is for rows of the same moment.
  const next = `id.${ids === 'ascending' ? 'gt' : 'lt'}.${last.id}`;
  return query.lte(column, last.time).or(`${column}.lt."${last.time}",${next}`);
}
