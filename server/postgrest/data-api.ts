import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { AppEnv } from '../caller.ts';
import type { CallerPool } from '../database/connections/caller-pool.ts';
import { DataError } from './data-error.ts';
import { answerOfDatabase } from './execute/database-error.ts';
import { createRunner, type Run } from './execute/run.ts';
import { createSchemaCache } from './execute/schema-cache.ts';
import { type DataRequest, parseRequest } from './parse/parse-request.ts';
import { type Arguments, argumentsOfBody, argumentsOfSearch, planCall } from './plan/plan-call.ts';
import { findTable, planRead } from './plan/plan-read.ts';
import { isOfOneRow, planWrite } from './plan/plan-write.ts';
import type { Schema } from './plan/schema.ts';
import { createKnownReads } from './query-plan-cache.ts';
import { renderRead } from './render/render.ts';
import { renderCall } from './render/render-call.ts';
import { renderWrite } from './render/render-write.ts';
import {
  answerCall,
  answerHead,
  answerRead,
  answerRefusal,
  answerWrite,
  checkOf,
  checkOfCall,
} from './respond/respond.ts';
import { type DataAnswer, send } from './respond/send.ts';

/** As many rows as Supabase answers at most, unless it is told otherwise. */
const MAX_ROWS = 1000;
const MAX_SEARCH_LENGTH = 64 * 1024;
/** What of a read's headers says which rows are wanted, and how. */
const READ_HEADERS = ['accept', 'accept-profile', 'prefer', 'range'];

type DataApiParts = {
  /** Reads the schema. */
  sql: Sql;
  /** Runs what is asked. */
  callers: CallerPool;
  schema?: string;
  /** The most rows of one table in an answer. */
  maxRows?: number;
  log?: Logger;
  /** Hears the code of every refusal: a SQLSTATE, or one of PostgREST's. */
  onRefusal?: ((code: string) => void) | undefined;
};

type DataContext = Context<AppEnv>;

function searchOf(c: DataContext): URLSearchParams {
  const { search, searchParams } = new URL(c.req.url);
  if (search.length > MAX_SEARCH_LENGTH) throw new DataError(414, 'PGRST100', 'The address is too long');
  return searchParams;
}

/** @throws DataError PGRST106 for another schema than the one that is exposed */
function readRequest(c: DataContext, schema: Schema, isArgument?: (name: string) => boolean): DataRequest {
  const { method } = c.req;
  const profile = c.req.header(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile');
  if (profile !== undefined && profile !== schema.name) {
    throw new DataError(406, 'PGRST106', `Invalid schema: ${profile}`, {
      hint: `Only the following schemas are exposed: ${schema.name}`,
    });
  }
  const header = (name: string) => c.req.header(name);
  return parseRequest({ method, search: searchOf(c), header, ...(isArgument ? { isArgument } : {}) });
}

/** @throws DataError PGRST102 for a body that is not sent as JSON */
async function readBody(c: DataContext): Promise<string> {
  const body = await c.req.text();
  const type = c.req.header('content-type')?.split(';')[0]?.trim() ?? 'application/json';
  if (body !== '' && type !== 'application/json') {
    throw new DataError(400, 'PGRST102', `Content-Type not acceptable: ${type}`);
  }
  return body;
}

/** What answering takes: the schema, the way to the database, and the most rows of an answer. */
type Means = { known: Schema; run: Run; cap: number; knownRead: ReturnType<typeof createKnownReads> };

/** All that a read is made of. */
const keyOfRead = (c: DataContext) =>
  [c.req.method, c.req.url, ...READ_HEADERS.map((name) => c.req.header(name) ?? '')].join('\n');

async function readTable(c: DataContext, name: string, { known, run, cap, knownRead }: Means): Promise<DataAnswer> {
  const hasBody = c.req.method !== 'HEAD';
  const { request, statement } = knownRead(known, keyOfRead(c), () => {
    const request = readRequest(c, known);
    const read = planRead(known, findTable(known, name), request, cap);
    return { request, statement: renderRead(known.name, read, { isCounted: request.preferences.isCounted, hasBody }) };
  });
  const answer = await run(statement, { caller: c.get('caller'), isReadOnly: true });
  return hasBody ? answerRead(request, answer, c.req.header('if-none-match')) : answerHead(request, answer);
}

async function writeTable(
  c: DataContext,
  name: string,
  { known, run, cap, body }: Means & { body: string },
): Promise<DataAnswer> {
  const request = readRequest(c, known);
  const plan = planWrite(known, name, { method: c.req.method, body, request, cap });
  const check = checkOf(request);
  // A write of one row at most is kept in the same trip: whatever it answers, nothing has to be undone.
  const isSafe = isOfOneRow(plan) && request.preferences.maxAffected !== 0;
  const kept = { caller: c.get('caller'), isReadOnly: false, check: isSafe ? undefined : check };
  const answer = await run(renderWrite(known.name, plan), kept);
  if (isSafe) check?.(answer);
  return answerWrite(request, plan, answer);
}

async function callFunction(
  c: DataContext,
  name: string,
  { known, run, cap, from }: Means & { from: Arguments },
): Promise<DataAnswer> {
  const { method } = c.req;
  const request = readRequest(c, known, 'texts' in from ? (key) => from.texts.has(key) : undefined);
  const plan = planCall(known, name, { from, request, cap });
  const { isCounted } = request.preferences;
  const statement = renderCall(known.name, plan, { isCounted, hasBody: method !== 'HEAD' });
  const answer = await run(statement, {
    caller: c.get('caller'),
    isReadOnly: method !== 'POST',
    check: checkOfCall(request),
  });
  return method === 'HEAD' ? answerHead(request, answer) : answerCall(request, plan, answer);
}

/**
 * The data API: the part of PostgREST's protocol that the product speaks. A request is parsed, planned against the
 * schema and rendered to one statement, which runs as its caller.
 */
export function createDataApi({
  sql,
  callers,
  schema = 'public',
  maxRows = MAX_ROWS,
  log,
  onRefusal,
}: DataApiParts): Hono<AppEnv> {
  const cache = createSchemaCache({ sql, name: schema, log });
  const run = createRunner(callers.pool);
  const knownRead = createKnownReads();
  const app = new Hono<AppEnv>();

  /** Answers an attempt; when it fails for a name that may be new, that of one more on a schema read afresh. */
  const answer = async (c: DataContext, attempt: (means: Means) => Promise<DataAnswer>): Promise<Response> => {
    const means = async () => ({ known: await cache.current(), run, cap: maxRows, knownRead });
    try {
      return send(c, await attempt(await means()));
    } catch (error) {
      const isUnknownName = error instanceof DataError && /^(PGRST20|42703)/.test(error.body.code);
      if (!isUnknownName || !(await cache.reread())) throw error;
      return send(c, await attempt(await means()));
    }
  };

  app.get('/rpc/:name', (c) => {
    const name = c.req.param('name');
    return answer(c, async (means) =>
      callFunction(c, name, { ...means, from: argumentsOfSearch(means.known, name, searchOf(c)) }),
    );
  });
  app.post('/rpc/:name', async (c) => {
    const from = argumentsOfBody(await readBody(c));
    return answer(c, (means) => callFunction(c, c.req.param('name'), { ...means, from }));
  });
  app.all('/rpc/:name', (c) => {
    throw new DataError(405, 'PGRST101', `Cannot use the ${c.req.method} method on RPC`);
  });
  app.get('/:table', (c) => answer(c, (means) => readTable(c, c.req.param('table'), means)));
  app.on(['POST', 'PATCH', 'DELETE'], '/:table', async (c) => {
    const body = await readBody(c);
    return answer(c, (means) => writeTable(c, c.req.param('table'), { ...means, body }));
  });
  app.all('/:table', (c) => {
    throw new DataError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`);
  });
  app.all('*', () => {
    throw new DataError(404, 'PGRST125', 'Invalid path specified in request URL');
  });
  app.onError((error, c) => {
    const refusal = error instanceof DataError ? error : answerOfDatabase(error, c.get('caller').role);
    if (refusal === null) throw error;
    onRefusal?.(refusal.body.code);
    if (refusal.status >= 500) {
      c.get('log')?.error({ code: refusal.body.code, reason: error.message }, 'the data API failed');
    }
    return send(c, answerRefusal(refusal));
  });
  return app;
}
