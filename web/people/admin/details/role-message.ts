import * as z from 'zod';
import { Problem, toErrorMessage } from '../../../../domain/problems.ts';

/** A refusal of the database itself; failures on the way to it have no code, or a longer one. */
const refusalSchema = z.object({ code: z.string().regex(/^[0-9A-Z]{5}$/), message: z.string().min(1) });

/** The sentence to show when a role was not changed: the database's own, or the product's. */
export function formatRoleError(thrown: unknown): string {
  const refusal = refusalSchema.safeParse(thrown instanceof Problem ? thrown.cause : null);
  return refusal.success ? refusal.data.message : toErrorMessage(thrown);
}
