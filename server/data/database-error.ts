import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { Role } from '../caller.ts';
import { DataError } from './data-error.ts';

/** PostgREST's table of SQLSTATE to HTTP status: whole codes first, then classes, then 400. */
const BY_CODE: Record<string, ContentfulStatusCode> = {
  '23503': 409,
  '23505': 409,
  '23P01': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57014': 504,
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
  '54': 500,
  '55': 500,
  '57': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

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
  status: z.int().min(100).max(599),
  headers: z.record(z.string(), z.string()).optional(),
});

/** The driver's own codes for a connection that is not there. */
const LOST = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
]);

function json(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `raise sqlstate 'PGRST'` lets a function choose the whole answer. */
function answerOfRaise(message: string, detail: string | undefined): DataError {
  const body = raised.safeParse(json(message));
  const rest = raisedDetail.safeParse(json(detail));
  if (!body.success || !rest.success) {
    return new DataError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error');
  }
  const { code, message: text, details = null, hint = null } = body.data;
  return new DataError(rest.data.status as ContentfulStatusCode, code, text, {
    details,
    hint,
    headers: rest.data.headers ?? {},
  });
}

/**
 * Turns an error of the database into PostgREST's answer for this caller.
 * @returns null for an error that is not the database's
 */
export function answerOfDatabase(error: unknown, role: Role): DataError | null {
  if (error instanceof Error && 'code' in error && LOST.has(String(error.code))) {
    return new DataError(503, 'PGRST001', 'Database client error. Retrying the connection.');
  }
  const parsed = databaseError.safeParse(error);
  if (!parsed.success) return null;
  const { code, message, detail = null, hint = null } = parsed.data;
  if (code === 'PGRST') return answerOfRaise(message, parsed.data.detail);
  const denied = role === 'anon' ? 401 : 403;
  const status = code === '42501' ? denied : (BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400);
  return new DataError(status, code, message, { details: detail, hint });
}
