import type { PlannedCall } from '../plan/plan-call.ts';
import { type Rendering, type ResponseShape, renderPage, renderRow, renderSelect, renderTotal } from './render-read.ts';
import { renderResult } from './render-result.ts';
import { quote, type Statement, Values } from './statement.ts';

/** The call with named arguments, and the source of their values. */
function renderSource({ fn, passed, args }: PlannedCall, { schema, values }: Rendering) {
  const name = `${schema}.${quote(fn.name)}`;
  const pass = (value: (argument: PlannedCall['passed'][number]) => string) =>
    passed.map((argument) => `${quote(argument.name)} => ${value(argument)}`).join(', ');
  if ('texts' in args) {
    return { call: `${name}(${pass((one) => values.add(args.texts.get(one.name) ?? '', one.type))})`, from: '' };
  }
  if (passed.length === 0) return { call: `${name}()`, from: '' };
  const types = passed.map((argument) => `${quote(argument.name)} ${argument.type}`).join(', ');
  const json = `json_to_record(${values.add(args.json, 'json')}) as b (${types}), lateral `;
  return { call: `${name}(${pass((argument) => `b.${quote(argument.name)}`)})`, from: json };
}

/** Rows of a function can be filtered like those of a table. */
export function renderCall(schemaName: string, plan: PlannedCall, { isCounted, hasBody }: ResponseShape): Statement {
  const rendering: Rendering = { schema: quote(schemaName), values: new Values() };
  const { values } = rendering;
  const { fn, read } = plan;
  const { call, from } = renderSource(plan, rendering);
  const alias = values.alias();
  const called =
    read === null ? `select f.value from ${from}${call} as f (value)` : `select f.* from ${from}${call} as f`;
  const source = `called ${alias}`;
  const rows =
    read === null
      ? `select ${alias}.value from ${source}${renderPage(plan.page, values)}`
      : renderSelect(rendering, read, { alias, from: source });
  const json = read === null ? 'to_json(r.value)' : renderRow(read, 'r');
  const item = hasBody ? json : null;
  const countRows = () =>
    read === null ? `select count(*) from ${source}` : renderTotal(rendering, read, source, alias);
  const total = isCounted ? countRows() : null;
  const before = `with called as (${called}) `;
  const text = renderResult({ before, item, rows, total, isSingle: !fn.returnsSet });
  return { text, values: values.list };
}
