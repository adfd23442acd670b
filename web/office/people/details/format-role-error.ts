import * as z from 'zod';
import { describeProblem, findProblemKey, Problem, toErrorMessage } from '../../../../domain/problems.ts';

/** An error of PostgreSQL itself; other failures have no code, or a longer one. */
const databaseErrorSchema = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  message: z.string().min(1),
  hint: z.unknown().optional(),
});

/** Where the database rejected the change of a role: the rule that it names, or its own message. */
export function formatRoleError(thrown: unknown): string {
  const error = databaseErrorSchema.safeParse(thrown instanceof Problem ? thrown.cause : null);
  if (!error.success) return toErrorMessage(thrown);
  const key = findProblemKey(error.data.hint);
  return key === null ? error.data.message : describeProblem(key);
}
