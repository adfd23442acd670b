import type { Context } from 'hono';
import type { AppEnv } from '../caller.ts';
import { writeAnswer } from './answer.ts';
import { DataError } from './data-error.ts';
import { parseRequest } from './parse-request.ts';
import { findTable, type PlannedRead, planRead } from './plan.ts';
import { parseJson } from './plan-write.ts';
import { renderCall } from './render-call.ts';
import type { Runner } from './run.ts';
import type { DataFunction, Schema } from './schema.ts';

/** The function of this name that takes exactly these arguments, defaults aside. @throws DataError PGRST202 */
function findFunction(schema: Schema, name: string, given: readonly string[]): DataFunction {
  const fits = (fn: DataFunction) =>
    given.every((word) => fn.arguments.some((argument) => argument.name === word)) &&
    fn.arguments.every((argument) => argument.hasDefault || given.includes(argument.name));
  const found = schema.functions.get(name)?.find(fits);
  if (found) return found;
  const shape = given.length === 0 ? 'without parameters' : `with parameters ${given.join(', ')}`;
  throw new DataError(
    404,
    'PGRST202',
    `Could not find the function ${schema.name}.${name} ${shape} in the schema cache`,
  );
}

type Call = { name: string; arguments: Record<string, unknown> };

async function readCall(c: Context, schema: Schema): Promise<Call> {
  const name = c.req.param('name') ?? '';
  if (c.req.method === 'POST') {
    const value = parseJson(await c.req.text());
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new DataError(400, 'PGRST102', 'The arguments of a function are an object');
    }
    return { name, arguments: Object.fromEntries(Object.entries(value)) };
  }
  const known = new Set(
    (schema.functions.get(name) ?? []).flatMap((fn) => fn.arguments.map((argument) => argument.name)),
  );
  const search = new URL(c.req.url).searchParams;
  return { name, arguments: Object.fromEntries([...search].filter(([key]) => known.has(key))) };
}

type CallParts = { c: Context<AppEnv>; schema: Schema; run: Runner; maxRows: number };

/** Calls a function with named arguments, from a JSON object or from the address. @throws DataError */
export async function callFunction({ c, schema, run, maxRows }: CallParts): Promise<Response> {
  const call = await readCall(c, schema);
  const given = Object.keys(call.arguments);
  const fn = findFunction(schema, call.name, given);
  const request = parseRequest(
    new URL(c.req.url).searchParams,
    (name) => c.req.header(name),
    (key) => given.includes(key),
  );
  let read: PlannedRead | null = null;
  if (fn.table !== null) {
    const plan = planRead(schema, findTable(schema, fn.table), request);
    read = { ...plan, limit: Math.min(plan.limit ?? maxRows, maxRows) };
  } else if (request.rows.filters.length > 0 || request.select.some((item) => item.kind !== 'all')) {
    throw new DataError(400, 'PGRST100', 'The answer of this function is no table and cannot be narrowed');
  }
  const isGet = c.req.method === 'GET';
  const statement = renderCall(
    schema.name,
    fn,
    fn.arguments.filter(({ name }) => given.includes(name)),
    JSON.stringify(call.arguments),
    read,
  );
  const asRepresentation = { ...request, preferences: { ...request.preferences, returns: 'representation' as const } };
  const answered = await writeAnswer(
    c,
    { ...asRepresentation, wantsObject: request.wantsObject && fn.returnsSet },
    (check) => run(c.get('caller'), statement, { isReadOnly: isGet, check }),
  );
  if (fn.returns === 'void') return c.body(null, 204);
  return isGet ? answered : new Response(answered.body, { status: 200, headers: answered.headers });
}
