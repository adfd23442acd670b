import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { Role } from '../../caller.ts';
import { ConnectionLostError } from '../../connections/connection-errors.ts';
import { DataError } from '../data-error.ts';

/**
 * PostgREST's table of SQLSTATE to HTTP status: the first that begins so, else 400. The differences: a statement that takes
 * too long is the request's fault (400), so that no balancer sends it to the next server; a conflict of transactions, a lock
 * held for too long and a database that stops can be retried (503); a statement too large for the database is 413.
 */
const STATUSES: readonly [codes: RegExp, status: ContentfulStatusCode][] = [
  [/^(57014|P0001)/, 400],
  [/^(0L|0P|28)/, 403],
  [/^(42883|42P01)/, 404],
  [/^(25006|55000)/, 405],
  [/^(23503|23505|23P01)/, 409],
  [/^54/, 413],
  [/^(42P17|53400)/, 500],
  [/^(08|40001|40P01|53|55P03|57P0[1-3])/, 503],
  [/^(09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/, 500],
];

/** Errors of the database server: their messages name files and settings, and only the log has them. */
const INTERNAL = /^(?:53|58|F0|XX)/;
const INTERNAL_MESSAGE = 'The database cannot do this right now.';

const databaseError = z.object({
  code: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  hint: z.string().optional(),
  severity: z.string(),
});

/** The database cannot be reached, or takes no more connections. */
export function createUnreachableError(): DataError {
  return new DataError(503, 'PGRST000', 'Database connection error. Retrying the connection.');
}

/** Turns an error of the database into PostgREST's response for this caller. @returns null for other errors */
export function toDataError(error: unknown, role: Role): DataError | null {
  if (error instanceof ConnectionLostError) return new DataError(503, 'PGRST001', error.message);
  const parsed = databaseError.safeParse(error);
  if (!parsed.success) return null;
  const { code, message, detail = null, hint = null } = parsed.data;
  const denied = role === 'anon' ? 401 : 403;
  const status = code === '42501' ? denied : (STATUSES.find(([codes]) => codes.test(code))?.[1] ?? 400);
  if (INTERNAL.test(code)) return new DataError(status, code, INTERNAL_MESSAGE);
  // It has the whole row, also what a function with the rights of its owner computed and the caller may not read.
  const details = detail?.startsWith('Failing row contains') ? null : detail;
  return new DataError(status, code, message, { details, hint });
}
