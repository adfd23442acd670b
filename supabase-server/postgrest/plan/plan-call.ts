import { DataError } from '../data-error.ts';
import { looksLikeFilter } from '../parse/parse-filter.ts';
import type { DataRequest } from '../parse/parse-request.ts';
import { type PlannedRead, planRead } from './plan-read.ts';
import { parseJson, requireShortNames } from './plan-write.ts';
import { type Argument, type DataFunction, requireShortValue, type Schema } from './schema.ts';

/** The arguments of a call: a JSON object, or texts of the address. */
export type CallArguments = { names: string[] } & (
  | { json: string; values: Readonly<Record<string, unknown>> }
  | { texts: Map<string, string> }
);

/** A function call; `read` is what is read of its rows, or null when it returns values. */
export type PlannedCall = {
  fn: DataFunction;
  passed: readonly Argument[];
  args: CallArguments;
  read: PlannedRead | null;
  page: Pick<PlannedRead, 'limit' | 'offset' | 'maxRows'>;
};

export function parseBodyArguments(body: string): CallArguments {
  const json = body === '' ? '{}' : body;
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DataError(400, 'PGRST102', 'The arguments of a function are one object');
  }
  const names = Object.keys(value);
  requireShortNames(names);
  return { names, json, values: { ...value } };
}

/** An address also has filters: an argument has the name of one of the function's, or is no filter. */
export function parseSearchArguments(schema: Schema, name: string, search: URLSearchParams): CallArguments {
  const names = new Set((schema.functions.get(name) ?? []).flatMap((fn) => fn.arguments.map((one) => one.name)));
  const reserved = /^(select|order|limit|offset|apikey|(not\.)?(and|or))$|\.(order|limit|offset|and|or)$/;
  const isArgument = ([key, value]: [string, string]) =>
    names.has(key) || !(reserved.test(key) || looksLikeFilter(value));
  const texts = new Map([...search].filter(isArgument));
  return { names: [...texts.keys()], texts };
}

/** Finds the function that takes exactly these arguments, except for defaults. */
function findFunction(schema: Schema, name: string, args: CallArguments): DataFunction {
  const fits = (fn: DataFunction) =>
    args.names.every((name) => fn.arguments.some((argument) => argument.name === name)) &&
    fn.arguments.every((argument) => argument.hasDefault || args.names.includes(argument.name));
  const [found, other] = (schema.functions.get(name) ?? []).filter(fits);
  const path = `public.${name}`;
  const sorted = args.names.toSorted();
  if (found === undefined) {
    const shape = sorted.length === 0 ? ' without parameters' : `(${sorted.join(', ')})`;
    const parameters =
      sorted.length === 0 ? shape : ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`;
    const body = 'json' in args ? ' or with a single unnamed json/jsonb parameter' : '';
    throw new DataError(404, 'PGRST202', `Could not find the function ${path}${shape} in the schema cache`, {
      details: `Searched for the function ${path}${parameters}${body}, but no matches were found in the schema cache.`,
    });
  }
  if (other !== undefined) {
    const shapes = [found, other].map(
      (fn) => `${path}(${fn.arguments.map((one) => `${one.name} => ${one.type}`).join(', ')})`,
    );
    throw new DataError(300, 'PGRST203', `Could not choose the best candidate function between: ${shapes.join(', ')}`, {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  }
  return found;
}

export function planCall(
  schema: Schema,
  name: string,
  { args, request, maxRows }: { args: CallArguments; request: DataRequest; maxRows: number },
): PlannedCall {
  const fn = findFunction(schema, name, args);
  const passed = fn.arguments.filter((argument) => args.names.includes(argument.name));
  for (const { name, type } of passed) {
    requireShortValue('argument', 'json' in args ? args.values[name] : args.texts.get(name), type);
  }
  const { filters, order, limit, offset } = request.rows;
  const isNarrowed = filters.length + order.length + request.embedded.size > 0;
  if (fn.rows === null && (isNarrowed || request.select.some((item) => item.kind !== 'all'))) {
    throw new DataError(400, 'PGRST100', 'The answer of this function has no columns and cannot be narrowed');
  }
  const read = fn.rows === null ? null : planRead(schema, fn.rows, request, maxRows);
  return { fn, passed, args, read, page: { limit, offset, maxRows: fn.returnsSet ? maxRows : null } };
}
