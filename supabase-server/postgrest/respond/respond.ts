import { hash } from 'node:crypto';
import type { Context } from 'hono';
import * as z from 'zod';
import { RETRY_AFTER_SECONDS } from '../../connections/connection-errors.ts';
import { DataError } from '../data-error.ts';
import type { Result } from '../execute/run.ts';
import type { DataRequest } from '../parse/parse-request.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { PlannedWrite } from '../plan/plan-write.ts';

export type DataResponse = { status: number; headers: Record<string, string>; body: string | null };

const OBJECT_TYPE = 'application/vnd.pgrst.object+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
/** Responses are for one person, who asks again each time; an unchanged one is not sent again. */
const CACHE_CONTROL = 'private, no-cache';

type Counts = Pick<Result, 'rows' | 'total'>;

function requireOneRow({ isSingular }: DataRequest, { rows }: Counts): void {
  if (!isSingular || rows === 1) return;
  throw new DataError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}

/** What `data_api.reject_rows` raises. */
const rejection = z.object({ code: z.literal('DA001'), detail: z.string() });

/** @throws DataError PGRST116, PGRST124 or PGRST103 for rows that the statement rejected, else the error itself */
export function explainRejection(request: DataRequest, error: unknown): never {
  const rejected = rejection.safeParse(error).data;
  if (rejected === undefined) throw error;
  const counts: Counts = JSON.parse(rejected.detail);
  requireOneRow(request, counts);
  getPageStatus(request, counts);
  throw new DataError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${counts.rows} rows`,
  });
}

function formatContentRange(from: number, rows: number, total: string | number | null): string {
  return `${rows === 0 ? '*' : `${from}-${from + rows - 1}`}/${total ?? '*'}`;
}

function createPreferenceHeader({ preferences }: DataRequest, isWrite: boolean, isUpsert = false) {
  const { returns, resolution, isCounted, missingIsDefault, isStrict, maxAffected } = preferences;
  const ofWrite = [
    isUpsert && resolution && `resolution=${resolution}`,
    missingIsDefault && 'missing=default',
    returns && `return=${returns}`,
    maxAffected !== null && `max-affected=${maxAffected}`,
  ];
  const applied = [...(isWrite ? ofWrite : []), isCounted && 'count=exact', isStrict && 'handling=strict'];
  const text = applied.filter(Boolean).join(', ');
  return text === '' ? {} : { 'preference-applied': text };
}

/** The body as the client wants it: a list, or the text between its brackets. */
function formatBody({ isSingular }: DataRequest, { body }: Result): { body: string; type: string } {
  return isSingular ? { body: body.slice(1, -1).trim(), type: OBJECT_TYPE } : { body, type: JSON_TYPE };
}

function getPageStatus({ rows: { offset } }: DataRequest, { rows, total }: Counts): 200 | 206 {
  if (total === null) return 200;
  if (offset > Number(total)) {
    throw new DataError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': `*/${total}` },
    });
  }
  return rows < Number(total) ? 206 : 200;
}

/** Whether the client has this response already; a proxy may have made its tag a weak one. */
const isUnmodified = (etag: string, ifNoneMatch: string | undefined) =>
  ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

export function respondToRead(request: DataRequest, result: Result, ifNoneMatch: string | undefined): DataResponse {
  requireOneRow(request, result);
  const status = getPageStatus(request, result);
  const range = formatContentRange(request.rows.offset, result.rows, result.total);
  const etag = `"${hash('sha1', `${range}\n${result.body}`, 'base64url')}"`;
  const preferences = createPreferenceHeader(request, false);
  const caching = { etag, 'cache-control': CACHE_CONTROL };
  if (isUnmodified(etag, ifNoneMatch)) return { status: 304, headers: caching, body: null };
  const { body, type } = formatBody(request, result);
  return { status, headers: { 'content-range': range, ...caching, ...preferences, 'content-type': type }, body };
}

export function respondToHead(request: DataRequest, result: Result): DataResponse {
  requireOneRow(request, result);
  const range = formatContentRange(request.rows.offset, result.rows, result.total);
  const headers = { 'content-range': range, 'content-type': JSON_TYPE, ...createPreferenceHeader(request, false) };
  return { status: getPageStatus(request, result), headers, body: null };
}

function getWriteStatus(plan: PlannedWrite, { rows, total }: Result): number {
  if (plan.kind !== 'insert') return plan.returning === null ? 204 : 200;
  const isAllMerged = plan.upsert?.isMerged === true && rows <= Number(total);
  return isAllMerged ? 200 : 201;
}

export function respondToWrite(request: DataRequest, plan: PlannedWrite, result: Result): DataResponse {
  const { rows } = result;
  const total = request.preferences.isCounted ? rows : null;
  const isUpsert = plan.kind === 'insert' && plan.upsert !== null;
  const headers = {
    'content-range': plan.kind === 'update' ? formatContentRange(0, rows, total) : `*/${total ?? '*'}`,
    ...createPreferenceHeader(request, true, isUpsert),
  };
  const status = getWriteStatus(plan, result);
  if (plan.returning === null) return { status, headers, body: null };
  const { body, type } = formatBody(request, result);
  return { status, headers: { ...headers, 'content-type': type }, body };
}

export function respondToCall(request: DataRequest, { fn }: PlannedCall, result: Result): DataResponse {
  const range = formatContentRange(request.rows.offset, result.rows, result.total);
  const headers = { 'content-range': range, ...createPreferenceHeader(request, true) };
  const isEmpty = fn.returns === 'void' || request.preferences.returns === 'minimal';
  if (isEmpty) return { status: 204, headers, body: null };
  const status = getPageStatus(request, result);
  const { body, type } = formatBody(request, result);
  // A single value is no list, so it has no brackets to take off.
  return { status, headers: { ...headers, 'content-type': type }, body: fn.returnsSet ? body : result.body };
}

export function respondToError({ status, body, headers }: DataError): DataResponse {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  const retry = status === 503 ? { 'retry-after': `${RETRY_AFTER_SECONDS}` } : {};
  return {
    status,
    headers: { 'content-type': JSON_TYPE, ...challenge, ...retry, ...headers },
    body: JSON.stringify(body),
  };
}

/** Data is neither a frame nor a script. The middleware that says more for pages takes a tenth of the time of a short read. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};
/** Said here, so that the middleware that compresses need not add it to a finished response, whose body it would copy. */
const VARY = { vary: 'Accept-Encoding' };

/** Sends a response with its length, without which short ones would be compressed too. */
export function send(c: Context, { status, headers, body }: DataResponse): Response {
  if (status === 304) return sendNotModified(c, headers);
  const length = body === null ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  return c.newResponse(body, status as 200, { ...headers, ...length, ...SECURITY_HEADERS, ...VARY });
}

/** The client has the other headers already. Phones poll, and headers are all that these responses weigh. */
function sendNotModified(c: Context, headers: DataResponse['headers']): Response {
  c.header('x-request-id', undefined);
  return c.newResponse(null, 304, { ...headers, ...VARY });
}
