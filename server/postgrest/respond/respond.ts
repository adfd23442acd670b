import { hash } from 'node:crypto';
import { RETRY_AFTER_SECONDS } from '../../database/connections/connection-errors.ts';
import { DataError } from '../data-error.ts';
import type { Result as Answer } from '../execute/run.ts';
import type { DataRequest } from '../parse/parse-request.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { PlannedWrite } from '../plan/plan-write.ts';
import type { DataAnswer } from './send.ts';

const OBJECT_TYPE = 'application/vnd.pgrst.object+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
/** Answers belong to the person who asked and are asked again each time; an unchanged one is not sent again. */
const CACHING = 'private, no-cache';

/** @throws DataError PGRST116 when the client asked for one row and there is another number of them */
export function requireOneRow({ rows }: Answer): void {
  if (rows === 1) return;
  throw new DataError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}

/** What has to hold of a write; undefined when nothing has to. What breaks it is to be undone. */
export function checkOf({ wantsObject, preferences }: DataRequest): ((answer: Answer) => void) | undefined {
  const { maxAffected } = preferences;
  if (!wantsObject && maxAffected === null) return undefined;
  return (answer) => {
    if (wantsObject) requireOneRow(answer);
    if (maxAffected === null || answer.rows <= maxAffected) return;
    throw new DataError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${answer.rows} rows`,
    });
  };
}

/** What has to hold of a call: also that the page it asks for is there. */
export function checkOfCall(request: DataRequest): (answer: Answer) => void {
  const check = checkOf(request);
  return (answer) => {
    check?.(answer);
    statusOfPage(request, answer);
  };
}

function rangeOf(from: number, rows: number, total: string | number | null): string {
  return `${rows === 0 ? '*' : `${from}-${from + rows - 1}`}/${total ?? '*'}`;
}

/** The preferences that were followed, as the header that says so. */
function appliedOf({ preferences }: DataRequest, isWrite: boolean, isUpsert = false): Record<string, string> {
  const { returns, resolution, isCounted, missingIsDefault, isStrict, maxAffected } = preferences;
  const ofWrite = [
    isUpsert && resolution && `resolution=${resolution}`,
    missingIsDefault && 'missing=default',
    returns && `return=${returns}`,
    maxAffected !== null && `max-affected=${maxAffected}`,
  ];
  const words = [...(isWrite ? ofWrite : []), isCounted && 'count=exact', isStrict && 'handling=strict'].filter(
    Boolean,
  );
  return words.length === 0 ? {} : { 'preference-applied': words.join(', ') };
}

/** A JSON list of one row as that row: the text between the brackets. */
const onlyRow = (body: string) => body.slice(1, -1).trim();

/** @throws DataError PGRST103 when the page begins behind the last row */
function statusOfPage({ rows: { offset } }: DataRequest, { rows, total }: Answer): 200 | 206 {
  if (total === null) return 200;
  if (offset > Number(total)) {
    throw new DataError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': `*/${total}` },
    });
  }
  return rows < Number(total) ? 206 : 200;
}

/** Whether the client holds this answer already; its proxy may have weakened the tag it was given. */
const isHeld = (etag: string, held: string | undefined) =>
  held?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

/**
 * Answers rows that were read, or that the client has them already.
 * @throws DataError PGRST116 and PGRST103
 */
export function answerRead(request: DataRequest, answer: Answer, held: string | undefined): DataAnswer {
  if (request.wantsObject) requireOneRow(answer);
  const status = statusOfPage(request, answer);
  const range = rangeOf(request.rows.offset, answer.rows, answer.total);
  const etag = `"${hash('sha1', `${range}\n${answer.body}`, 'base64url')}"`;
  const headers = { 'content-range': range, etag, 'cache-control': CACHING, ...appliedOf(request, false) };
  if (isHeld(etag, held)) return { status: 304, headers, body: null };
  const [body, type] = request.wantsObject ? [onlyRow(answer.body), OBJECT_TYPE] : [answer.body, JSON_TYPE];
  return { status, headers: { ...headers, 'content-type': type }, body };
}

/** Answers the number of rows only. @throws DataError PGRST116 and PGRST103 */
export function answerHead(request: DataRequest, answer: Answer): DataAnswer {
  if (request.wantsObject) requireOneRow(answer);
  const range = rangeOf(request.rows.offset, answer.rows, answer.total);
  const headers = { 'content-range': range, 'content-type': JSON_TYPE, ...appliedOf(request, false) };
  return { status: statusOfPage(request, answer), headers, body: null };
}

function statusOfWrite(plan: PlannedWrite, { rows, total }: Answer, hasBody: boolean): number {
  if (plan.kind !== 'insert') return hasBody ? 200 : 204;
  const isAllMerged = plan.upsert?.isMerged === true && rows <= Number(total);
  return isAllMerged ? 200 : 201;
}

/** Answers a write that was kept. */
export function answerWrite(request: DataRequest, plan: PlannedWrite, answer: Answer): DataAnswer {
  const { rows } = answer;
  const total = request.preferences.isCounted ? rows : null;
  const isUpsert = plan.kind === 'insert' && plan.upsert !== null;
  const headers = {
    'content-range': plan.kind === 'update' ? rangeOf(0, rows, total) : `*/${total ?? '*'}`,
    ...appliedOf(request, true, isUpsert),
  };
  const status = statusOfWrite(plan, answer, plan.answer !== null);
  if (plan.answer === null) return { status, headers, body: null };
  const [body, type] = request.wantsObject ? [onlyRow(answer.body), OBJECT_TYPE] : [answer.body, JSON_TYPE];
  return { status, headers: { ...headers, 'content-type': type }, body };
}

/** Answers what a function returned. @throws DataError PGRST116 and PGRST103 */
export function answerCall(request: DataRequest, { fn }: PlannedCall, answer: Answer): DataAnswer {
  const range = rangeOf(request.rows.offset, answer.rows, answer.total);
  const headers = { 'content-range': range, ...appliedOf(request, true) };
  const isEmpty = fn.returns === 'void' || request.preferences.returns === 'minimal';
  if (isEmpty) return { status: 204, headers, body: null };
  const status = statusOfPage(request, answer);
  const body = request.wantsObject && fn.returnsSet ? onlyRow(answer.body) : answer.body;
  const type = request.wantsObject ? OBJECT_TYPE : JSON_TYPE;
  return { status, headers: { ...headers, 'content-type': type }, body };
}

/** Answers a refusal; some of the statuses that a function may choose have no body. */
export function answerRefusal({ status, body, headers }: DataError): DataAnswer {
  const hasBody = ![204, 205, 304].includes(status);
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  const again = status === 503 || status === 504 ? { 'retry-after': `${RETRY_AFTER_SECONDS}` } : {};
  const all = { ...(hasBody ? { 'content-type': JSON_TYPE } : {}), ...challenge, ...again, ...headers };
  return { status, headers: all, body: hasBody ? JSON.stringify(body) : null };
}
