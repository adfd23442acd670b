import * as z from 'zod';
import { Problem, toErrorMessage } from '../../../../domain/problems.ts';

/** An error of PostgreSQL itself; other failures have no code, or a longer one. */
const databaseErrorSchema = z.object({ code: z.string().regex(/^[0-9A-Z]{5}$/), message: z.string().min(1) });

/** The message of the database itself, where it rejected the change of a role; else that of the product. */
export function formatRoleError(thrown: unknown): string {
  const error = databaseErrorSchema.safeParse(thrown instanceof Problem ? thrown.cause : null);
  return error.success ? error.data.message : toErrorMessage(thrown);
}
