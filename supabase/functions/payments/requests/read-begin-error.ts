import * as z from 'zod';

const CHECK_VIOLATION = '23514';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Of the two drivers of the database, one says `detail` and the other `details`. */
const databaseErrorSchema = z.object({
  code: z.string(),
  hint: z.string().nullish(),
  detail: z.string().nullish(),
  details: z.string().nullish(),
});

/** Why the database begins no payment: the key of a problem, with a value for its sentence. */
export type BeginProblem =
  | { kind: 'not-allowed'; problem: string; detail: string | null }
  /** The second factor is missing, or the id belongs to another payment. */
  | { kind: 'forbidden' };

/** Reads which rule of the database an error names. @throws the error when it names none */
export function readBeginError(error: unknown): BeginProblem {
  const { code, hint, detail, details } = databaseErrorSchema.safeParse(error).data ?? {};
  if (code === CHECK_VIOLATION && hint)
    return { kind: 'not-allowed', problem: hint, detail: detail ?? details ?? null };
  if (code === INSUFFICIENT_PRIVILEGE || code === CHECK_VIOLATION) return { kind: 'forbidden' };
  throw error;
}
