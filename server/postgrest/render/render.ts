import type { PlannedRead } from '../plan/plan-read.ts';
import { JSON_LIST, renderJsonItems } from './render-list.ts';
import { type Rendering, renderConditions, renderSelect, renderWhere, rowOf } from './render-read.ts';
import { quote, type Statement, Values } from './statement.ts';

/** The parts of an answer as SQL; every statement answers one row of these three, so that plans can be kept. */
type AnswerParts = {
  /** A row of `rows`, called `r`, as JSON; null where only the number of rows is wanted. */
  item: string | null;
  rows: string;
  total: string | null;
  before?: string;
  /** Only the first item is the body. */
  isSingle?: boolean;
};

/** Rows of `rows` as JSON text, their number, and a whole number beside them. */
export function renderAnswer({ item, rows, total, before = '', isSingle = false }: AnswerParts): string {
  const list = isSingle ? `coalesce((${JSON_LIST}) -> 0, 'null'::json)` : JSON_LIST;
  const [body, from] = item === null ? ["''", `(${rows}) r`] : [list, renderJsonItems(item, rows)];
  return `${before}select (${body})::text as body, count(*)::int as rows, (${total ?? 'null'})::bigint as total from ${from}`;
}

/** How many rows of a source match, whatever the page. */
export function renderTotal(rendering: Rendering, read: PlannedRead, from: string, alias: string): string {
  return `select count(*) from ${from}${renderWhere(renderConditions(rendering, read, alias))}`;
}

/**
 * A read of a table.
 * @param isCounted whether the number of all matching rows is wanted beside the page
 * @param hasBody whether the rows themselves are wanted
 */
export function renderRead(
  schemaName: string,
  read: PlannedRead,
  { isCounted, hasBody }: { isCounted: boolean; hasBody: boolean },
): Statement {
  const rendering: Rendering = { schema: quote(schemaName), values: new Values() };
  const alias = rendering.values.alias();
  const from = `${rendering.schema}.${quote(read.table.name)} ${alias}`;
  const rows = renderSelect(rendering, read, { alias, from });
  const total = isCounted ? renderTotal(rendering, read, from, alias) : null;
  const item = hasBody ? rowOf(read, 'r') : null;
  return { text: renderAnswer({ item, rows, total }), values: rendering.values.list };
}
