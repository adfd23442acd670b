import { findProblemKey, Problem, type ProblemKey } from '../../domain/problems.ts';
import { findTextLimit } from '../../domain/text-limits.ts';

type DatabaseError = { code?: string; message: string; hint?: string | null };

const CHECK_VIOLATION = '23514';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Why the database did not save what somebody wrote about themselves or a place: the rule it names, the field that is too
 * long, or the fallback.
 */
export function toProblem(error: DatabaseError, fallback: ProblemKey): Problem {
  const key = findProblemKey(error.hint);
  if (key !== null) return new Problem(key, { cause: error });
  const limit = error.code === CHECK_VIOLATION ? findTextLimit(error.message) : null;
  if (limit === null) return new Problem(fallback, { cause: error });
  return new Problem('field-too-long', { cause: error, values: { field: limit.label, max: String(limit.max) } });
}

/** The same for somebody's own data, which only a suspended person is not allowed to change. */
export function toOwnProblem(error: DatabaseError, fallback: ProblemKey): Problem {
  return error.code === INSUFFICIENT_PRIVILEGE
    ? new Problem('account-shut-out', { cause: error })
    : toProblem(error, fallback);
}
