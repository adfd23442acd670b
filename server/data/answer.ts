import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DataError } from './data-error.ts';
import type { DataRequest } from './parse-request.ts';
import type { Answer } from './run.ts';

const OBJECT_TYPE = 'application/vnd.pgrst.object+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** @throws DataError PGRST116 when the client asked for one row and there is another number of them */
function requireOneRow({ rows }: Answer): void {
  if (rows === 1) return;
  throw new DataError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}

function contentRange({ rows: page }: DataRequest, { rows, total }: Answer): string {
  const range = rows === 0 ? '*' : `${page.offset}-${page.offset + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

function statusOfRead(request: DataRequest, { rows, total }: Answer): ContentfulStatusCode {
  if (total === null) return 200;
  const { offset } = request.rows;
  if (offset > 0 && offset >= Number(total)) {
    throw new DataError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    });
  }
  return offset + rows < Number(total) || offset > 0 ? 206 : 200;
}

function preferenceApplied({ preferences }: DataRequest): string {
  const { returns, resolution, isCounted, missingIsDefault } = preferences;
  const words = [
    returns && `return=${returns}`,
    resolution && `resolution=${resolution}`,
    isCounted && 'count=exact',
    missingIsDefault && 'missing=default',
  ];
  return words.filter(Boolean).join(', ');
}

/** A JSON list of one row as that row: the text between the brackets. */
const onlyRow = (body: string) => body.slice(1, -1).trim();

/**
 * Runs a request and writes what came of it: status, range and body as PostgREST does.
 * @param run runs the statement; the check it gets may still undo it
 */
export async function writeAnswer(
  c: Context,
  request: DataRequest,
  run: (check: (answer: Answer) => void) => Promise<Answer>,
): Promise<Response> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const hasBody = isRead || request.preferences.returns === 'representation';
  const answer = await run((found) => {
    if (request.wantsObject && hasBody) requireOneRow(found);
  });
  const applied = preferenceApplied(request);
  if (applied !== '') c.header('preference-applied', applied);
  c.header(
    'content-range',
    isRead ? contentRange(request, answer) : `*/${request.preferences.isCounted ? answer.rows : '*'}`,
  );
  if (!hasBody) return c.body(null, c.req.method === 'POST' ? 201 : 204);
  const status = isRead ? statusOfRead(request, answer) : c.req.method === 'POST' ? 201 : 200;
  const [body, type] = request.wantsObject ? [onlyRow(answer.body), OBJECT_TYPE] : [answer.body, JSON_TYPE];
  return c.body(body, status, { 'content-type': type });
}
