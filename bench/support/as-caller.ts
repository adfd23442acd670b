import type { IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { ANONYMOUS, type Caller } from '../../supabase-server/caller.ts';
import { openCallerPool } from '../../supabase-server/connections/pool.ts';
import { createCallerCommands, withSession } from '../../supabase-server/postgrest/execute/transaction.ts';

/** Reads the caller of a token without checking it. */
function readCaller(authorization: string | undefined): Caller {
  const [, payload] = authorization?.split('.') ?? [];
  if (payload === undefined) return ANONYMOUS;
  return { role: 'authenticated', claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
}

/** Runs statements as their caller, in one trip each, with the same SQL as the product. */
export function openAsCaller(address: string) {
  const { pool } = openCallerPool(address, pino({ level: 'silent' }));
  const callers = new Map<string | undefined, Caller>();
  return async function runAsCaller({ headers, method }: IncomingMessage, text: string, values: string[]) {
    const { authorization } = headers;
    const caller = callers.get(authorization) ?? readCaller(authorization);
    callers.set(authorization, caller);
    const commands = createCallerCommands({ text, values }, caller, method === 'GET');
    const rows = await withSession(pool, (session) => session.run(commands));
    return rows.at(-1)?.[0] ?? '';
  };
}
