import type { PlannedRead } from './plan.ts';
import { renderColumns, renderConditions, renderPage, renderWhere } from './render-read.ts';
import type { Argument, DataFunction } from './schema.ts';
import { quote, type Statement, Values } from './statement.ts';

const ROOT = quote('t');

/** A call of a function with named arguments, taken out of a JSON object by their types. */
function renderSource(
  schema: string,
  fn: DataFunction,
  given: readonly Argument[],
  json: string,
  values: Values,
): string {
  const name = `${quote(schema)}.${quote(fn.name)}`;
  if (given.length === 0) return `${name}() as ${ROOT}`;
  const types = given.map((argument) => `${quote(argument.name)} ${argument.type}`);
  const passed = given.map((argument) => `${quote(argument.name)} => b.${quote(argument.name)}`);
  return `json_to_record(${values.add(json, 'json')}) as b (${types.join(', ')}), lateral ${name}(${passed.join(', ')}) as ${ROOT}`;
}

/**
 * A function call. Rows of a table can be narrowed like the table; a single value is answered as it is.
 * @param read what to answer of the rows, or null when the function returns no rows of a table
 */
export function renderCall(
  schema: string,
  fn: DataFunction,
  given: readonly Argument[],
  json: string,
  read: PlannedRead | null,
): Statement {
  const values = new Values();
  const source = renderSource(schema, fn, given, json, values);
  const columns =
    read === null
      ? fn.returns === 'row'
        ? `${ROOT}.*`
        : `${ROOT} as value`
      : renderColumns(schema, read, ROOT, values);
  const narrowed =
    read === null ? '' : `${renderWhere(renderConditions(schema, read, ROOT, values))}${renderPage(read, ROOT)}`;
  const rows = `select ${columns} from ${source}${narrowed}`;
  const list = fn.returns === 'row' ? 'json_agg(a)' : 'json_agg(a.value)';
  const body = fn.returnsSet ? `coalesce(${list}, '[]'::json)` : `coalesce(${list} -> 0, 'null'::json)`;
  return {
    text: `select (${body})::text as body, count(*)::int as rows, null::bigint as total from (${rows}) a`,
    values: values.list,
  };
}
