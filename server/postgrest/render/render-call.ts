import type { PlannedCall } from '../plan/plan-call.ts';
import { renderAnswer, renderTotal } from './render.ts';
import { type Rendering, renderPage, renderSelect, rowOf } from './render-read.ts';
import { quote, type Statement, Values } from './statement.ts';

/** The call with named arguments, and what it reads them from. */
function renderSource({ fn, given, from }: PlannedCall, { schema, values }: Rendering): { call: string; from: string } {
  const name = `${schema}.${quote(fn.name)}`;
  const pass = (value: (argument: PlannedCall['given'][number]) => string) =>
    given.map((argument) => `${quote(argument.name)} => ${value(argument)}`).join(', ');
  if ('texts' in from) {
    return {
      call: `${name}(${pass(({ name: word, type }) => values.add(from.texts.get(word) ?? '', type))})`,
      from: '',
    };
  }
  if (given.length === 0) return { call: `${name}()`, from: '' };
  const types = given.map((argument) => `${quote(argument.name)} ${argument.type}`).join(', ');
  const json = `json_to_record(${values.add(from.json, 'json')}) as b (${types}), lateral `;
  return { call: `${name}(${pass(({ name: word }) => `b.${quote(word)}`)})`, from: json };
}

/** A function call. Rows can be narrowed like those of a table; a single value is answered as it is. */
export function renderCall(
  schemaName: string,
  plan: PlannedCall,
  { isCounted, hasBody }: { isCounted: boolean; hasBody: boolean },
): Statement {
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
  const json = read === null ? 'to_json(r.value)' : rowOf(read, 'r');
  const item = hasBody ? json : null;
  const ofRows = () => (read === null ? `select count(*) from ${source}` : renderTotal(rendering, read, source, alias));
  const total = isCounted ? ofRows() : null;
  const before = `with called as (${called}) `;
  const text = renderAnswer({ before, item, rows, total, isSingle: !fn.returnsSet });
  return { text, values: values.list };
}
