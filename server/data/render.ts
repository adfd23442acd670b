import type { PlannedRead } from './plan.ts';
import type { PlannedBody } from './plan-write.ts';
import { renderColumns, renderConditions, renderSelect, renderWhere } from './render-read.ts';
import type { Table } from './schema.ts';
import { quote, type Statement, Values } from './statement.ts';

const ROOT = quote('t');

/** How many rows matched before the limit, or null when nobody asked. */
const totalOf = (count: string | null) => (count === null ? 'null::bigint' : `(${count})`);

/** Rows as JSON text, their number, and how many there are in all. */
function answerFrom(rows: string, total: string | null): string {
  return `select coalesce(json_agg(a), '[]'::json)::text as body, count(*)::int as rows, ${totalOf(total)} as total from (${rows}) a`;
}

/** A read. The count looks at all rows, the page at some. */
export function renderRead(schema: string, read: PlannedRead, isCounted: boolean): Statement {
  const values = new Values();
  const rows = renderSelect(schema, read, ROOT, values);
  if (!isCounted) return { text: answerFrom(rows, null), values: values.list };
  const where = renderWhere(renderConditions(schema, read, ROOT, values));
  const count = `select count(*) from ${quote(schema)}.${quote(read.table.name)} ${ROOT}${where}`;
  return { text: answerFrom(rows, count), values: values.list };
}

/** The columns a written row must give back so that the answer can be made from it. */
function returning(read: PlannedRead | null): string {
  if (read === null) return 'returning 1';
  if (read.hasAll) return `returning ${ROOT}.*`;
  const names = [
    ...read.columns.map(({ name }) => name),
    ...read.embeds.flatMap(({ pairs }) => pairs.map(({ parent }) => parent)),
  ];
  const columns = [...new Set(names)].map((name) => `${ROOT}.${quote(name)}`);
  return `returning ${columns.length === 0 ? '1' : columns.join(', ')}`;
}

/** Wraps a write so that it answers its rows; without `read` only their number. */
function answerWritten(schema: string, write: string, read: PlannedRead | null, values: Values): Statement {
  const rows = read === null ? 'select' : `select ${renderColumns(schema, read, ROOT, values)}`;
  const text = `with written as (${write} ${returning(read)}) ${answerFrom(`${rows} from written ${ROOT}`, null)}`;
  return { text, values: values.list };
}

function renderRecord(table: Table, { columns, json, isArray }: PlannedBody, values: Values): string {
  const types = columns.map((column) => `${quote(column)} ${table.columns.get(column)}`);
  const from = isArray ? 'json_to_recordset' : 'json_to_record';
  return `${from}(${values.add(json, 'json')}) as b (${types.join(', ')})`;
}

export type Upsert = { resolution: 'merge-duplicates' | 'ignore-duplicates'; columns: readonly string[] };

function renderUpsert({ resolution, columns }: Upsert, written: readonly string[]): string {
  const target = columns.length === 0 ? '' : ` (${columns.map(quote).join(', ')})`;
  const sets = written.map((column) => `${quote(column)} = excluded.${quote(column)}`);
  if (resolution === 'ignore-duplicates' || sets.length === 0) return ` on conflict${target} do nothing`;
  return ` on conflict${target} do update set ${sets.join(', ')}`;
}

/** An insert of one row or many; `read` says what to answer of them. */
export function renderInsert(
  schema: string,
  table: Table,
  body: PlannedBody,
  upsert: Upsert | null,
  read: PlannedRead | null,
): Statement {
  const values = new Values();
  const target = `${quote(schema)}.${quote(table.name)} as ${ROOT}`;
  const names = body.columns.map(quote);
  const conflict = upsert === null ? '' : renderUpsert(upsert, body.columns);
  // Without any column a row is made of defaults.
  const write =
    names.length === 0
      ? `insert into ${target} default values${conflict}`
      : `insert into ${target} (${names.join(', ')}) select ${names.map((name) => `b.${name}`).join(', ')} from ${renderRecord(table, body, values)}${conflict}`;
  return answerWritten(schema, write, read, values);
}

/** An update of the rows that `rows` selects. */
export function renderUpdate(
  schema: string,
  rows: PlannedRead,
  body: PlannedBody,
  read: PlannedRead | null,
): Statement {
  const values = new Values();
  const { table } = rows;
  const sets = body.columns.map((column) => `${quote(column)} = b.${quote(column)}`);
  const from = ` from ${renderRecord(table, body, values)}`;
  const where = renderWhere(renderConditions(schema, rows, ROOT, values));
  const write = `update ${quote(schema)}.${quote(table.name)} as ${ROOT} set ${sets.join(', ')}${from}${where}`;
  return answerWritten(schema, write, read, values);
}

/** A delete of the rows that `rows` selects. */
export function renderDelete(schema: string, rows: PlannedRead, read: PlannedRead | null): Statement {
  const values = new Values();
  const where = renderWhere(renderConditions(schema, rows, ROOT, values));
  const write = `delete from ${quote(schema)}.${quote(rows.table.name)} as ${ROOT}${where}`;
  return answerWritten(schema, write, read, values);
}
