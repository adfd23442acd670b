import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Sql } from 'postgres';
import type { AppEnv } from '../caller.ts';
import { writeAnswer } from './answer.ts';
import { callFunction } from './call.ts';
import { DataError } from './data-error.ts';
import { answerOfDatabase } from './database-error.ts';
import type { DataRequest } from './parse-request.ts';
import { parseRequest } from './parse-request.ts';
import { findTable, planRead } from './plan.ts';
import { planBody, planConflict } from './plan-write.ts';
import { renderDelete, renderInsert, renderRead, renderUpdate, type Upsert } from './render.ts';
import { createRunner } from './run.ts';
import type { Schema } from './schema.ts';
import { createSchemaCache } from './schema-cache.ts';
import type { Statement } from './statement.ts';

/** As many rows as Supabase answers at most, unless it is told otherwise. */
const MAX_ROWS = 1000;

type DataApiParts = { sql: Sql; schema?: string; maxRows?: number };

/** Rows of a write are chosen by filters; order and page would say nothing there. */
function withoutPage(request: DataRequest): DataRequest {
  const { order, limit, offset } = request.rows;
  if (order.length > 0 || limit !== null || offset > 0) {
    throw new DataError(400, 'PGRST100', 'order, limit and offset are not supported for writes');
  }
  return request;
}

function readStatement(schema: Schema, tableName: string, request: DataRequest, maxRows: number): Statement {
  const plan = planRead(schema, findTable(schema, tableName), request);
  const limit = Math.min(plan.limit ?? maxRows, maxRows);
  return renderRead(schema.name, { ...plan, limit }, request.preferences.isCounted);
}

function writeStatement(
  schema: Schema,
  tableName: string,
  method: string,
  request: DataRequest,
  body: string,
): Statement {
  const table = findTable(schema, tableName);
  const plan = planRead(schema, table, withoutPage(request));
  const read = request.preferences.returns === 'representation' ? plan : null;
  if (method === 'DELETE') return renderDelete(schema.name, plan, read);
  const planned = planBody(table, request, body);
  if (method === 'PATCH') {
    if (planned.isArray) throw new DataError(400, 'PGRST102', 'An update takes one object');
    if (planned.columns.length === 0) throw new DataError(400, 'PGRST102', 'An update needs at least one column');
    return renderUpdate(schema.name, plan, planned, read);
  }
  const { resolution } = request.preferences;
  const upsert: Upsert | null = resolution === null ? null : { resolution, columns: planConflict(table, request) };
  return renderInsert(schema.name, table, planned, upsert, read);
}

/**
 * The data API: the part of PostgREST's protocol that the product speaks. A request is parsed, planned against the
 * schema and rendered to one statement, which runs as its caller.
 */
export function createDataApi({ sql, schema = 'public', maxRows = MAX_ROWS }: DataApiParts): Hono<AppEnv> {
  const cache = createSchemaCache(sql, schema);
  const run = createRunner(sql);
  const app = new Hono<AppEnv>();
  const headerOf = (c: Context) => (name: string) => c.req.header(name);

  /** Runs an attempt; when it fails for a name that may be new, once more on a schema read afresh. */
  const withSchema = async <Result>(attempt: (known: Schema) => Promise<Result>): Promise<Result> => {
    try {
      return await attempt(await cache.current());
    } catch (error) {
      const isUnknownName = error instanceof DataError && /^(PGRST20|42703)/.test(error.body.code);
      if (!isUnknownName || !(await cache.reread())) throw error;
      return attempt(await cache.current());
    }
  };

  app.on('GET', '*', etag());

  app.on(['GET', 'POST'], '/rpc/:name', (c) =>
    withSchema(async (known) => callFunction({ c, schema: known, run, maxRows })),
  );

  app.on('GET', '/:table', (c) =>
    withSchema(async (known) => {
      const request = parseRequest(new URL(c.req.url).searchParams, headerOf(c));
      const statement = readStatement(known, c.req.param('table'), request, maxRows);
      return writeAnswer(c, request, (check) => run(c.get('caller'), statement, { isReadOnly: true, check }));
    }),
  );

  app.on(['POST', 'PATCH', 'DELETE'], '/:table', async (c) => {
    const body = await c.req.text();
    return withSchema(async (known) => {
      const request = parseRequest(new URL(c.req.url).searchParams, headerOf(c));
      const statement = writeStatement(known, c.req.param('table'), c.req.method, request, body);
      return writeAnswer(c, request, (check) => run(c.get('caller'), statement, { isReadOnly: false, check }));
    });
  });

  app.all('*', (c) => {
    throw new DataError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`);
  });

  app.onError((error, c) => {
    const refusal = error instanceof DataError ? error : answerOfDatabase(error, c.get('caller').role);
    if (refusal === null) throw error;
    if (refusal.status >= 500) c.get('log')?.error({ code: refusal.body.code }, 'the data API failed');
    return c.json(refusal.body, refusal.status, refusal.headers);
  });
  return app;
}
