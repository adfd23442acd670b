import type { DataRequest } from '../parse/parse-request.ts';
import type { PlannedRead } from '../plan/plan-read.ts';
import type { PlannedBody, PlannedWrite, Upsert } from '../plan/plan-write.ts';
import type { Table } from '../plan/schema.ts';
import { renderConditions, renderSelect, renderWhere } from './render-read.ts';
import { quote, quoteText, ROW, renderResult, type Statement, Values } from './statement.ts';

/** A setting of the transaction: how many rows an upsert has merged. */
const MERGED = `coalesce(nullif(current_setting('data_api.merged', true), ''), '0')::int`;

/** The columns of a written row that the response needs. */
function renderReturning(read: PlannedRead | null, alias: string): string {
  if (read === null) return 'returning 1';
  if (read.hasAllColumns) return `returning ${alias}.*`;
  const names = [
    ...read.columns.map(({ name }) => name),
    ...read.embeds.flatMap(({ pairs }) => pairs.map(({ parent }) => parent)),
    ...read.order.map(({ column }) => column),
  ];
  const columns = [...new Set(names)].map((name) => `${alias}.${quote(name)}`);
  return `returning ${columns.length === 0 ? '1' : columns.join(', ')}`;
}

/** The rows of a body as `b`, with typed columns; for `missing=default` also their JSON, as `e.v`. */
function renderBody(table: Table, { columns, json, isArray, missingIsDefault }: PlannedBody, values: Values): string {
  const types = columns.map((column) => `${quote(column)} ${table.columns.get(column)?.type}`).join(', ');
  if (missingIsDefault) {
    const list = values.add(isArray ? json : `[${json}]`, 'jsonb');
    return `jsonb_array_elements(${list}) as e (v), lateral jsonb_to_record(e.v) as b (${types})`;
  }
  return `${isArray ? 'json_to_recordset' : 'json_to_record'}(${values.add(json, 'json')}) as b (${types})`;
}

function renderValue(table: Table, column: string, { missingIsDefault }: PlannedBody): string {
  const value = `b.${quote(column)}`;
  if (!missingIsDefault) return value;
  return `case when e.v ? ${quoteText(column)} then ${value} else ${table.columns.get(column)?.defaultSql ?? 'null'} end`;
}

function renderUpsert(upsert: Upsert | null, written: readonly string[]): string {
  if (upsert === null) return '';
  const target = ` on conflict (${upsert.columns.map(quote).join(', ')})`;
  if (!upsert.isMerged || written.length === 0) return `${target} do nothing`;
  const sets = written.map((column) => `${quote(column)} = excluded.${quote(column)}`);
  const counted = `set_config('data_api.merged', (${MERGED} + 1)::text, true) is not null`;
  return `${target} do update set ${sets.join(', ')} where ${counted}`;
}

function renderInsert(table: Table, target: string, body: PlannedBody, upsert: Upsert | null, values: Values): string {
  const conflict = renderUpsert(upsert, body.columns);
  if (body.columns.length === 0) {
    // Rows without keys consist of defaults.
    const list = values.add(body.isArray ? body.json : `[${body.json}]`, 'json');
    return `insert into ${target} select from json_array_elements(${list})${conflict}`;
  }
  const names = body.columns.map(quote).join(', ');
  const from = renderBody(table, body, values);
  const chosen = body.columns.map((column) => renderValue(table, column, body)).join(', ');
  return `insert into ${target} (${names}) select ${chosen} from ${from}${conflict}`;
}

function renderUpdate(values: Values, plan: PlannedWrite & { kind: 'update' }, target: string, alias: string) {
  const { table, body, rows } = plan;
  const sets = body.columns.map((column) => `${quote(column)} = ${renderValue(table, column, body)}`);
  const from = renderBody(table, body, values);
  const where = renderWhere(renderConditions(values, rows, alias));
  return `update ${target} set ${sets.join(', ')} from ${from}${where}`;
}

function renderChange(values: Values, plan: PlannedWrite, alias: string): string {
  const target = `public.${quote(plan.table.name)} as ${alias}`;
  if (plan.kind === 'insert') return renderInsert(plan.table, target, plan.body, plan.upsert, values);
  if (plan.kind === 'update') return renderUpdate(values, plan, target, alias);
  return `delete from ${target}${renderWhere(renderConditions(values, plan.rows, alias))}`;
}

/** The total of an upsert is the number of merged rows. */
export function renderWrite(plan: PlannedWrite, request: DataRequest): Statement {
  const values = new Values();
  const alias = values.alias();
  // An update of nothing changes nothing, and PostgreSQL has no statement for it.
  const isEmpty = plan.kind === 'update' && plan.body.columns.length === 0;
  const change = isEmpty
    ? `select ${alias}.* from public.${quote(plan.table.name)} ${alias} where false`
    : `${renderChange(values, plan, alias)} ${renderReturning(plan.returning, alias)}`;
  const written = values.alias();
  const source = { alias: written, from: `written ${written}` };
  const rows = plan.returning === null ? 'select from written' : renderSelect(values, plan.returning, source);
  const item = plan.returning === null ? null : ROW;
  const isMerge = plan.kind === 'insert' && plan.upsert?.isMerged === true;
  const before = `with written as (${change}) `;
  const total = isMerge ? MERGED : null;
  return { text: renderResult({ before, item, rows, total, limits: { request, values } }), values: values.list };
}
