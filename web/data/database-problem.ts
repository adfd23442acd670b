import { FunctionsHttpError } from '@supabase/supabase-js';
import { findProblemKey, Problem, type ProblemKey, toProblemValues } from '../../domain/problems.ts';
import { findTextLimit } from '../../domain/text-limits.ts';

type DatabaseError = { code?: string; message: string; hint?: string | null; details?: string | null };

/** The client's status for a request that got no response. */
export const NO_RESPONSE = 0;

// Codes of PostgREST.
/** The first row of the page is beyond the last row there is. */
export const PAGE_OUT_OF_RANGE = 'PGRST103';
export const NO_SINGLE_ROW = 'PGRST116';

// SQLSTATE codes of PostgreSQL.
export const INVALID_TEXT = '22P02';
export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';
export const CHECK_VIOLATION = '23514';
export const EXCLUSION_VIOLATION = '23P01';
export const INSUFFICIENT_PRIVILEGE = '42501';

/** The rule of the database that an error names, or null. */
export function findRuleProblem(error: DatabaseError): Problem | null {
  const key = findProblemKey(error.hint);
  return key && new Problem(key, { cause: error, values: toProblemValues(key, error.details) });
}

/** Maps a failed write to the rule that the database names, the field that is too long, or the fallback. */
export function toProblem(error: DatabaseError, fallback: ProblemKey): Problem {
  const broken = findRuleProblem(error);
  if (broken !== null) return broken;
  const limit = error.code === CHECK_VIOLATION ? findTextLimit(error.message) : null;
  if (limit === null) return new Problem(fallback, { cause: error });
  return new Problem('field-too-long', { cause: error, values: { field: limit.label, max: String(limit.max) } });
}

/** Makes a write. @throws Problem by the rule that the database names, else the fallback */
export async function save(
  write: PromiseLike<{ error: DatabaseError | null; status: number }>,
  fallback: ProblemKey,
  nameProblem: (error: DatabaseError, fallback: ProblemKey, status: number) => Problem = toProblem,
): Promise<void> {
  const { error, status } = await write;
  if (error) throw nameProblem(error, fallback, status);
}

/** Makes a problem of a write that may be repeated: without a response nobody knows whether it was made. */
export function toRepeatableProblem(error: DatabaseError, fallback: ProblemKey, status?: number): Problem {
  return status === NO_RESPONSE ? new Problem('outcome-unknown', { cause: error }) : toProblem(error, fallback);
}

/** Makes a problem of a change to the user's own data, which only suspended users may not change. */
export function toOwnProblem(error: DatabaseError, fallback: ProblemKey): Problem {
  return error.code === INSUFFICIENT_PRIVILEGE
    ? new Problem('account-shut-out', { cause: error })
    : toProblem(error, fallback);
}

/** The JSON of a function's error. Null without a response, and for one that is no JSON, as of a proxy in front of the server. */
export async function readErrorBody(error: unknown): Promise<unknown> {
  if (!(error instanceof FunctionsHttpError)) return null;
  const response: Response = error.context;
  return response.json().catch(() => null);
}
