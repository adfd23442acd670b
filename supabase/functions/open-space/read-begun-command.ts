import * as z from 'zod';
import type { BegunCommand } from './handler.ts';

const CHECK_VIOLATION = '23514';
const INSUFFICIENT_PRIVILEGE = '42501';

const commandSchema = z.discriminatedUnion('is_new', [
  z.object({ is_new: z.literal(true), command: z.guid(), did: z.string() }),
  z.object({ is_new: z.literal(false), command: z.guid() }),
]);
const databaseErrorSchema = z.object({ code: z.string(), hint: z.string().nullish() });

/** Reads what `begin_barrier_command` returned. */
export function readBegunCommand(value: unknown): BegunCommand {
  const row = commandSchema.parse(value);
  return row.is_new ? { kind: 'new', command: row.command, did: row.did } : { kind: 'earlier', command: row.command };
}

/** Reads which rule of the database an error names. @throws the error when it names none */
export function readBeginError(error: unknown): BegunCommand {
  const { code, hint } = databaseErrorSchema.safeParse(error).data ?? {};
  if (code === CHECK_VIOLATION && hint) return { kind: 'not-allowed', problem: hint };
  // The second factor is missing, or the key belongs to another command.
  if (code === INSUFFICIENT_PRIVILEGE || code === CHECK_VIOLATION) return { kind: 'forbidden' };
  throw error;
}
