import { DataError } from '../data-error.ts';
import { looksLikeFilter } from '../parse/parse-filter.ts';
import type { DataRequest } from '../parse/parse-request.ts';
import { type PlannedRead, planRead } from './plan-read.ts';
import { parseJson, requireShortNames } from './plan-write.ts';
import type { Argument, DataFunction, Schema } from './schema.ts';

/** What a client passes to a function: one JSON object, or texts of the address. */
export type Arguments = { names: string[] } & ({ json: string } | { texts: Map<string, string> });

/** A call of a function; `read` is what is read of its rows, or null when it returns values. */
export type PlannedCall = {
  fn: DataFunction;
  given: readonly Argument[];
  from: Arguments;
  read: PlannedRead | null;
  page: Pick<PlannedRead, 'limit' | 'offset' | 'cap'>;
};

/** The arguments in a body; no body is no arguments. @throws DataError PGRST102 */
export function argumentsOfBody(body: string): Arguments {
  const json = body === '' ? '{}' : body;
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DataError(400, 'PGRST102', 'The arguments of a function are one object');
  }
  const names = Object.keys(value);
  requireShortNames(names);
  return { names, json };
}

/** The arguments in an address: what the function knows by name, and what does not read like a filter. */
export function argumentsOfSearch(schema: Schema, name: string, search: URLSearchParams): Arguments {
  const known = new Set((schema.functions.get(name) ?? []).flatMap((fn) => fn.arguments.map((one) => one.name)));
  const reserved = /^(select|order|limit|offset|apikey|(not\.)?(and|or))$|\.(order|limit|offset|and|or)$/;
  const isArgument = ([key, value]: [string, string]) =>
    known.has(key) || !(reserved.test(key) || looksLikeFilter(value));
  const texts = new Map([...search].filter(isArgument));
  return { names: [...texts.keys()], texts };
}

/** The function of this name that takes exactly these arguments, defaults aside. @throws DataError PGRST202, PGRST203 */
function findFunction(schema: Schema, name: string, from: Arguments): DataFunction {
  const fits = (fn: DataFunction) =>
    from.names.every((word) => fn.arguments.some((argument) => argument.name === word)) &&
    fn.arguments.every((argument) => argument.hasDefault || from.names.includes(argument.name));
  const [found, other] = (schema.functions.get(name) ?? []).filter(fits);
  const path = `${schema.name}.${name}`;
  const sorted = from.names.toSorted();
  if (found === undefined) {
    const shape = sorted.length === 0 ? ' without parameters' : `(${sorted.join(', ')})`;
    const words = sorted.length === 0 ? shape : ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`;
    const body = 'json' in from ? ' or with a single unnamed json/jsonb parameter' : '';
    throw new DataError(404, 'PGRST202', `Could not find the function ${path}${shape} in the schema cache`, {
      details: `Searched for the function ${path}${words}${body}, but no matches were found in the schema cache.`,
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

/** Plans a call. @throws DataError for a function or column that is not there */
export function planCall(
  schema: Schema,
  name: string,
  { from, request, cap }: { from: Arguments; request: DataRequest; cap: number },
): PlannedCall {
  const fn = findFunction(schema, name, from);
  const given = fn.arguments.filter((argument) => from.names.includes(argument.name));
  const { filters, order, limit, offset } = request.rows;
  const isNarrowed = filters.length + order.length + request.embedded.size > 0;
  if (fn.rows === null && (isNarrowed || request.select.some((item) => item.kind !== 'all'))) {
    throw new DataError(400, 'PGRST100', 'The answer of this function has no columns and cannot be narrowed');
  }
  const read = fn.rows === null ? null : planRead(schema, fn.rows, request, cap);
  return { fn, given, from, read, page: { limit, offset, cap: fn.returnsSet ? cap : null } };
}
