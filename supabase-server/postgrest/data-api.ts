import { type Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { AppEnv } from '../caller.ts';
import { readClientNetworks } from '../client-address.ts';
import type { CallerPool } from '../connections/pool.ts';
import type { Sql } from '../connections/sql.ts';
import { DataError } from './data-error.ts';
import { toDataError } from './execute/database-error.ts';
import { createRunner, type Run } from './execute/run.ts';
import { createStaleRunner, type StaleReads } from './execute/run-stale.ts';
import { type DataRequest, parseRequest } from './parse/parse-request.ts';
import { type CallArguments, parseBodyArguments, parseSearchArguments, planCall } from './plan/plan-call.ts';
import { findTable, planRead } from './plan/plan-read.ts';
import { planWrite } from './plan/plan-write.ts';
import { createSchemaCache, type Schema } from './plan/schema.ts';
import { renderCall, renderRead } from './render/render-read.ts';
import { renderWrite } from './render/render-write.ts';
import type { Statement } from './render/statement.ts';
import {
  type DataResponse,
  explainRejection,
  respondToCall,
  respondToError,
  respondToHead,
  respondToRead,
  respondToWrite,
  send,
} from './respond/respond.ts';

const MAX_PLANS = 500;

/** Longer keys are rare, and five hundred of them would take much memory. */
const MAX_KEY_LENGTH = 2048;

const MAX_ROWS = 1000;
const MAX_SEARCH_LENGTH = 64 * 1024;
/** Together with method and address, all that the plan of a read depends on. */
const READ_HEADERS = ['accept', 'accept-profile', 'prefer', 'range'];

type DataApiDependencies = {
  sql: Sql;
  callers: CallerPool;
  /** Without it every read is of the primary. */
  staleReads?: StaleReads | undefined;
  maxRows?: number;
  /** Is called with the code of every error response: a SQLSTATE, or one of PostgREST's. */
  onError?: ((code: string) => void) | undefined;
};

type DataContext = Context<AppEnv>;
type RequestDependencies = {
  schema: Schema;
  run: Run;
  /** For reads that may be a few seconds old. */
  runStale: Run;
  staleReads: StaleReads | undefined;
  maxRows: number;
  queryPlanCache: QueryPlanCache;
};

const identify = (c: DataContext) => ({ caller: c.get('caller'), networks: readClientNetworks(c) });

function getSearchParams(c: DataContext): URLSearchParams {
  const { search, searchParams } = new URL(c.req.url);
  if (search.length > MAX_SEARCH_LENGTH) throw new DataError(414, 'PGRST100', 'The address is too long');
  return searchParams;
}

function parseDataRequest(c: DataContext, isArgument?: (name: string) => boolean): DataRequest {
  const { method } = c.req;
  const profile = c.req.header(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile');
  if (profile !== undefined && profile !== 'public') {
    throw new DataError(406, 'PGRST106', `Invalid schema: ${profile}`, {
      hint: 'Only the following schemas are exposed: public',
    });
  }
  const header = (name: string) => c.req.header(name);
  return parseRequest({ method, search: getSearchParams(c), header, ...(isArgument ? { isArgument } : {}) });
}

async function getJsonBody(c: DataContext): Promise<string> {
  // `text()` of a body that was read before builds a response to decode it.
  const body = new TextDecoder().decode(await c.req.arrayBuffer());
  const type = c.req.header('content-type')?.split(';')[0]?.trim() ?? 'application/json';
  if (body !== '' && type !== 'application/json') {
    throw new DataError(400, 'PGRST102', `Content-Type not acceptable: ${type}`);
  }
  return body;
}

async function handleRead(c: DataContext, name: string, dependencies: RequestDependencies) {
  const { schema, run, runStale, staleReads, maxRows, queryPlanCache } = dependencies;
  const hasBody = c.req.method !== 'HEAD';
  const key = [c.req.method, c.req.url, ...READ_HEADERS.map((header) => c.req.header(header) ?? '')].join('\n');
  const { request, statement, mayBeStale } = queryPlanCache(schema, key, () => {
    const request = parseDataRequest(c);
    const read = planRead(schema, findTable(schema, name), request, maxRows);
    const { isCounted } = request.preferences;
    const statement = renderRead(read, { isCounted, hasBody });
    return { request, statement, mayBeStale: staleReads?.mayReadBeStale(read) ?? false };
  });
  const result = await (mayBeStale ? runStale : run)(statement, { ...identify(c), isReadOnly: true });
  return hasBody ? respondToRead(request, result, c.req.header('if-none-match')) : respondToHead(request, result);
}

async function handleWrite(
  c: DataContext,
  name: string,
  { schema, run, maxRows, body }: RequestDependencies & { body: string },
): Promise<DataResponse> {
  const request = parseDataRequest(c);
  const plan = planWrite(schema, name, { method: c.req.method, body, request, maxRows });
  const execution = { ...identify(c), isReadOnly: false };
  const result = await run(renderWrite(plan, request), execution).catch((error) => explainRejection(request, error));
  return respondToWrite(request, plan, result);
}

async function handleCall(
  c: DataContext,
  name: string,
  { schema, run, runStale, staleReads, maxRows, args }: RequestDependencies & { args: CallArguments },
): Promise<DataResponse> {
  const { method } = c.req;
  const request = parseDataRequest(c, 'texts' in args ? (key) => args.texts.has(key) : undefined);
  const plan = planCall(schema, name, { args, request, maxRows });
  const execution = {
    ...identify(c),
    isReadOnly: method !== 'POST' || plan.fn.isReadOnly,
    isCall: method === 'POST',
  };
  const runCall = staleReads?.mayCallBeStale(plan) ? runStale : run;
  const statement = renderCall(plan, request, method !== 'HEAD');
  const result = await runCall(statement, execution).catch((error) => explainRejection(request, error));
  return method === 'HEAD' ? respondToHead(request, result) : respondToCall(request, plan, result);
}

/**
 * The data API: the part of PostgREST's protocol that the product uses. A request is parsed, planned against the schema,
 * rendered to one statement, run as its caller and turned into a response.
 */
export function createDataApi({
  sql,
  callers,
  staleReads,
  maxRows = MAX_ROWS,
  onError,
}: DataApiDependencies): Hono<AppEnv> {
  const schemaCache = createSchemaCache(sql);
  const run = createRunner(callers.pool);
  const runStale = staleReads === undefined ? run : createStaleRunner(run, staleReads.preferReplica);
  const shared = { run, runStale, staleReads, maxRows, queryPlanCache: createQueryPlanCache() };
  const app = new Hono<AppEnv>();

  /** Handles a request, and retries once with a reloaded schema when the error may come from a stale one. */
  const handle = async (c: DataContext, handler: (dependencies: RequestDependencies) => Promise<DataResponse>) => {
    const attempt = async () => send(c, await handler({ ...shared, schema: await schemaCache.current() }));
    try {
      return await attempt();
    } catch (error) {
      const mayBeStaleSchema = error instanceof DataError && /^(PGRST20|42703)/.test(error.body.code);
      if (!mayBeStaleSchema || !(await schemaCache.reload())) throw error;
      return attempt();
    }
  };

  app.get('/rpc/:name', (c) =>
    handle(c, async (dependencies) => {
      const name = c.req.param('name');
      const args = parseSearchArguments(dependencies.schema, name, getSearchParams(c));
      return handleCall(c, name, { ...dependencies, args });
    }),
  );
  app.post('/rpc/:name', async (c) => {
    const args = parseBodyArguments(await getJsonBody(c));
    return handle(c, (dependencies) => handleCall(c, c.req.param('name'), { ...dependencies, args }));
  });
  app.all('/rpc/:name', (c) => {
    throw new DataError(405, 'PGRST101', `Cannot use the ${c.req.method} method on RPC`);
  });
  app.get('/:table', (c) => handle(c, (dependencies) => handleRead(c, c.req.param('table'), dependencies)));
  app.on(['POST', 'PATCH', 'DELETE'], '/:table', async (c) => {
    const body = await getJsonBody(c);
    return handle(c, (dependencies) => handleWrite(c, c.req.param('table'), { ...dependencies, body }));
  });
  app.all('/:table', (c) => {
    throw new DataError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`);
  });
  app.all('*', () => {
    throw new DataError(404, 'PGRST125', 'Invalid path specified in request URL');
  });
  app.onError((error, c) => {
    const dataError = error instanceof DataError ? error : toDataError(error, c.get('caller').role);
    if (dataError === null) throw error;
    const { status, body } = dataError;
    onError?.(body.code);
    if (status >= 500) c.get('log')?.error({ code: body.code, reason: error.message }, 'the data API failed');
    return send(c, respondToError(dataError));
  });
  return app;
}

/** A read that is parsed, planned and rendered; it is the same for every caller. */
export type QueryPlan = { readonly request: DataRequest; readonly statement: Statement; readonly mayBeStale: boolean };

/** Returns the plan of a key, and compiles it when it is not in the cache. */
type QueryPlanCache = (schema: Schema, key: string, compile: () => QueryPlan) => QueryPlan;

/** Keeps the plans of the latest reads, until the schema is read again: screens send the same reads again and again. */
export function createQueryPlanCache(): QueryPlanCache {
  const plans = new LRUCache<string, QueryPlan>({ max: MAX_PLANS });
  let currentSchema: Schema | null = null;
  return function findOrCompile(schema, key, compile) {
    if (schema !== currentSchema) plans.clear();
    currentSchema = schema;
    const plan = plans.get(key) ?? compile();
    if (key.length <= MAX_KEY_LENGTH) plans.set(key, plan);
    return plan;
  };
}
