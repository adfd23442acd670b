import type { ReservedSql, Sql } from 'postgres';
import type { Caller } from '../caller.ts';
import { createSessions } from './sessions.ts';
import type { Statement } from './statement.ts';

/** What a statement answers: the body as JSON text, how many rows it has, and a whole number beside them. */
export type Answer = { body: string; rows: number; total: string | null };

/** Who runs a statement, and how its transaction ends. */
export type Run = {
  caller: Caller;
  method: string;
  path: string;
  isReadOnly: boolean;
  /** The statement is undone at the end, whatever it answers. */
  isRolledBack?: boolean;
  /** Looks at the answer before a write is kept; what it throws undoes the write. */
  check?: ((answer: Answer) => void) | undefined;
};

export type Runner = (statement: Statement, run: Run) => Promise<Answer>;

/** Texts the database keeps prepared; requests of ever new shapes must not fill its memory. */
const MAX_PREPARED = 200;

// Settings that a connection already has are left alone: setting them costs a message each way.
const SET_CALLER = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  case when current_setting('search_path') <> 'public, extensions' then set_config('search_path', 'public, extensions', true) end,
  case when current_setting('statement_timeout') <> '10s' then set_config('statement_timeout', '10s', true) end`;

/** Whether the connection is gone: the driver says so without a severity, the database before it hangs up. */
const isLost = (error: unknown) =>
  error instanceof Error && 'code' in error && (!('severity' in error) || error.severity !== 'ERROR');

type Step = ReturnType<typeof step>;

/** One query of a transaction; only the one in the middle answers. */
const step = (session: ReservedSql, text: string, values: string[] = [], prepare = true) =>
  session.unsafe<Answer[]>(text, values, { prepare });

/** Sends the steps at once, in this order, and waits for all of them. @throws the error of the first that failed */
async function inOneTrip(steps: Step[]): Promise<Answer[][]> {
  // A query of this driver leaves when it is executed, not when it is made.
  for (const one of steps) one.execute();
  const outcomes = await new Promise<PromiseSettledResult<Answer[]>[]>((resolve, reject) => {
    // Steps that were not sent yet when the connection was lost never settle.
    for (const one of steps) one.catch((error: unknown) => isLost(error) && reject(error));
    Promise.allSettled(steps).then(resolve, reject);
  });
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** Runs each statement in a transaction with the caller's role and claims, in one trip unless it has to be checked. */
export function createRunner(sql: Sql): Runner {
  const sessions = createSessions(sql);
  const prepared = new Set<string>();
  const mayPrepare = (text: string) => {
    if (!prepared.has(text) && prepared.size < MAX_PREPARED) prepared.add(text);
    return prepared.has(text);
  };

  function stepsOf(session: ReservedSql, { text, values }: Statement, run: Run): Step[] {
    const { caller, method, path, isReadOnly } = run;
    const who = [caller.role, JSON.stringify(caller.claims), method, path];
    return [
      step(session, isReadOnly ? 'begin read only' : 'begin'),
      step(session, SET_CALLER, who),
      step(session, text, values, mayPrepare(text)),
    ];
  }

  return async function runAsCaller(statement, run) {
    const session = await sessions.take();
    const end = () => step(session, run.isRolledBack ? 'rollback' : 'commit');
    let isConnected = true;
    let isOpen = run.check !== undefined;
    try {
      const steps = stepsOf(session, statement, run);
      const [, , rows] = await inOneTrip(isOpen ? steps : [...steps, end()]);
      const answer = rows?.[0];
      if (answer === undefined) throw new Error('A statement of the data API answered no row');
      run.check?.(answer);
      if (isOpen) await inOneTrip([end()]);
      isOpen = false;
      return answer;
    } catch (error) {
      isConnected = !isLost(error);
      if (isOpen && isConnected) await inOneTrip([step(session, 'rollback')]);
      throw error;
    } finally {
      sessions.giveBack(session, isConnected);
    }
  };
}
