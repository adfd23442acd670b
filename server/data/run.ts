import type { Sql } from 'postgres';
import type { Caller } from '../caller.ts';
import type { Statement } from './statement.ts';

/** What a statement of this API answers: the body as JSON text, how many rows it has, how many there are in all. */
export type Answer = { body: string; rows: number; total: string | null };

const STATEMENT_TIMEOUT = '10s';
/** Texts the database keeps prepared; requests of ever new shapes must not fill its memory. */
const MAX_PREPARED = 500;

const SET_CALLER = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('search_path', 'public, extensions', true), set_config('statement_timeout', '${STATEMENT_TIMEOUT}', true)`;

/** Runs statements as their caller. */
export type Runner = (caller: Caller, statement: Statement, options: RunOptions) => Promise<Answer>;

type RunOptions = {
  isReadOnly: boolean;
  /** Looks at the answer before it is kept; what it throws undoes the statement. */
  check: (answer: Answer) => void;
};

/** Runs each statement in a transaction with the caller's role and claims; a read goes to the database in one trip. */
export function createRunner(sql: Sql): Runner {
  const prepared = new Set<string>();
  const mayPrepare = (text: string) => {
    if (!prepared.has(text) && prepared.size < MAX_PREPARED) prepared.add(text);
    return prepared.has(text);
  };

  return async function run(caller, { text, values }, { isReadOnly, check }) {
    const session = await sql.reserve();
    const control = (verb: string) => session.unsafe(verb, [], { prepare: true });
    let isOpen = true;
    try {
      // Sent at once, in this order, which `execute` fixes: a query of this driver otherwise leaves when it is awaited.
      // After a failure the end of the transaction undoes it.
      const begun = control(isReadOnly ? 'begin read only' : 'begin').execute();
      const set = session.unsafe(SET_CALLER, [caller.role, JSON.stringify(caller.claims)], { prepare: true }).execute();
      const asked = session.unsafe<Answer[]>(text, values, { prepare: mayPrepare(text) }).execute();
      // A read leaves nothing behind that a look at its answer could want to undo.
      const ended = isReadOnly ? control('commit').execute() : null;
      const [ready, became, outcome] = await Promise.allSettled([begun, set, asked, ended]);
      isOpen = !isReadOnly;
      // Without its transaction or its role the statement ran as somebody else, if it ran: nothing of it may leave.
      for (const step of [ready, became, outcome]) if (step.status === 'rejected') throw step.reason;
      if (outcome.status === 'rejected') throw outcome.reason;
      const [answer] = outcome.value;
      if (answer === undefined) throw new Error('A statement of the data API answered no row');
      check(answer);
      if (isOpen) await control('commit');
      return answer;
    } catch (error) {
      if (isOpen) await control('rollback');
      throw error;
    } finally {
      session.release();
    }
  };
}
