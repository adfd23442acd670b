import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { Role } from '../../caller.ts';
import { ConnectionLostError } from '../../connections/session.ts';
import { DataError } from '../data-error.ts';

/**
 * PostgREST's table of SQLSTATE to HTTP status: codes first, then classes, then 400. The differences: a statement that takes
 * too long is the request's fault (400), so that no balancer sends it to the next server; a conflict of transactions, a lock
 * held for too long and a database that stops can be retried (503); a statement too large for the database is 413.
 */
const BY_CODE: Record<string, ContentfulStatusCode> = {
  '23503': 409,
  '23505': 409,
  '23P01': 409,
  '25006': 405,
  '40001': 503,
  '40P01': 503,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '55000': 405,
  '55P03': 503,
  '57014': 400,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
};
const BY_CLASS: Record<string, ContentfulStatusCode> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 413,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Errors of the database server: their messages name files and settings, and only the log has them. */
const INTERNAL = /^(?:53|58|F0|XX)/;
const INTERNAL_MESSAGE = 'The database cannot do this right now.';

/** `raise sqlstate 'PT402'` chooses the status. */
const CHOSEN_STATUS = /^PT([2-5]\d\d)$/;

const databaseError = z.object({
  code: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  hint: z.string().optional(),
  severity: z.string(),
});
const raised = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const raisedDetail = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()).default({}),
});

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const RAISE_HINTS = {
  MESSAGE:
    "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
  DETAIL: "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
};

function createRaiseError(field: keyof typeof RAISE_HINTS): DataError {
  return new DataError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
    details: `Invalid JSON value for ${field}`,
    hint: RAISE_HINTS[field],
  });
}

/** `raise sqlstate 'PGRST'` lets a function choose the whole response. */
function parseRaisedError(message: string, detail: string | undefined): DataError {
  const body = raised.safeParse(parseJson(message));
  if (!body.success) return createRaiseError('MESSAGE');
  const rest = raisedDetail.safeParse(parseJson(detail));
  if (!rest.success) return createRaiseError('DETAIL');
  const { code, message: text, details = null, hint = null } = body.data;
  const { status, headers } = rest.data;
  return new DataError(status as ContentfulStatusCode, code, text, { details, hint, headers });
}

/** The database cannot be reached, or takes no more connections. */
export function createUnreachableError(): DataError {
  return new DataError(503, 'PGRST000', 'Database connection error. Retrying the connection.');
}

/**
 * Turns an error of the database into PostgREST's response for this caller.
 * @returns null for other errors
 */
export function toDataError(error: unknown, role: Role): DataError | null {
  if (error instanceof ConnectionLostError) return new DataError(503, 'PGRST001', error.message);
  const parsed = databaseError.safeParse(error);
  if (!parsed.success) return null;
  const { code, message, detail = null, hint = null } = parsed.data;
  if (code === 'PGRST') return parseRaisedError(message, parsed.data.detail);
  const chosen = CHOSEN_STATUS.exec(code)?.[1];
  if (chosen !== undefined) {
    return new DataError(Number(chosen) as ContentfulStatusCode, code, message, { details: detail, hint });
  }
  const denied = role === 'anon' ? 401 : 403;
  const status = code === '42501' ? denied : (BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400);
  if (INTERNAL.test(code)) return new DataError(status, code, INTERNAL_MESSAGE);
  return new DataError(status, code, message, { details: detail, hint });
}
