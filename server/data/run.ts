import { availableParallelism } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import type { Caller, Role } from '../caller.ts';
import { createTurns } from '../turns.ts';
import { DataError } from './data-error.ts';
import { unreachable } from './database-error.ts';
import { Session, type Step } from './session.ts';
import type { Statement } from './statement.ts';

/** What a statement answers: the body as JSON text, how many rows it has, and a whole number beside them. */
export type Answer = { body: string; rows: number; total: string | null };

/** Who runs a statement, and how its transaction ends. */
export type Run = {
  caller: Caller;
  isReadOnly: boolean;
  /** The statement is undone at the end, whatever it answers. */
  isRolledBack?: boolean;
  /** Looks at the answer before a write is kept; what it throws undoes the write. */
  check?: ((answer: Answer) => void) | undefined;
};

export type Runner = (statement: Statement, run: Run) => Promise<Answer>;

// Asked as conditions, as what a statement selects is sent back. Settings that a connection begins with are set again only
// where a statement has changed them.
const SET_CALLER = `select where set_config('role', $1, true) <> '' and set_config('request.jwt.claims', $2, true) <> ''
  and (current_setting('search_path') = 'public, extensions' or set_config('search_path', 'public, extensions', true) <> '')
  and (current_setting('statement_timeout') = '10s' or set_config('statement_timeout', '10s', true) <> '')`;
const SET_READER = `${SET_CALLER} and set_config('transaction_read_only', 'on', true) <> ''`;

/**
 * Statements that run at once, by PostgreSQL's own rule of thumb of two for each processor: more of them only take turns at the
 * processors and push each other out of their caches. (https://wiki.postgresql.org/wiki/Number_Of_Database_Connections)
 */
const AT_ONCE = 2 * availableParallelism();
/** Behind statements that take long, such as an operator's search through everything, others do not wait longer. */
const PATIENCE_MS = 10;

const word = (text: string): Step => ({ text, values: [], key: text });
const [BEGIN, COMMIT, ROLLBACK] = [word('begin'), word('commit'), word('rollback')];

/** Remembers what is made of an object that is met again and again, such as a known read or the claims of a known token. */
function once<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const known = new WeakMap<Source, Made>();
  return (source) => {
    const made = known.get(source) ?? make(source);
    known.set(source, made);
    return made;
  };
}

const claimsText = once((claims: Caller['claims']) => JSON.stringify(claims));

/** A statement as a step. The database plans it anew when another role runs it, as other policies apply. */
const stepFor = (role: Role) => once(({ text, values }: Statement): Step => ({ text, values, key: `${role} ${text}` }));
const STEPS = { anon: stepFor('anon'), authenticated: stepFor('authenticated'), service_role: stepFor('service_role') };

function stepsOf(statement: Statement, { caller, isReadOnly }: Run): Step[] {
  const setCaller = isReadOnly ? SET_READER : SET_CALLER;
  return [
    { text: setCaller, values: [caller.role, claimsText(caller.claims)], key: setCaller },
    STEPS[caller.role](statement),
  ];
}

/** @throws DataError PGRST003 when no connection becomes free in time, PGRST000 when the database takes none */
async function borrow(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // Only the pool itself fails without a code.
    if (error instanceof Error && 'code' in error) throw unreachable();
    throw new DataError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.');
  }
}

/** Runs each statement in a transaction with the caller's role and claims, in one trip unless it has to be checked. */
export function createRunner(pool: Pool): Runner {
  async function runOn(session: Session, statement: Statement, run: Run): Promise<Answer> {
    const isHeld = run.check !== undefined || run.isRolledBack === true;
    const steps = stepsOf(statement, run);
    const rows = await session.run(isHeld ? [BEGIN, ...steps] : steps);
    const [body, count, total = null] = rows.at(-1) ?? [];
    if (rows.length !== steps.length + Number(isHeld) || body == null) {
      throw new Error('A statement of the data API answered no row');
    }
    const answer = { body, rows: Number(count), total };
    if (!isHeld) return answer;
    run.check?.(answer);
    await session.run([run.isRolledBack ? ROLLBACK : COMMIT]);
    return answer;
  }

  async function runAsCaller(statement: Statement, run: Run): Promise<Answer> {
    const client = await borrow(pool);
    const session = Session.of(client);
    try {
      return await runOn(session, statement, run);
    } catch (error) {
      if (session.isInTransaction) await session.run([ROLLBACK]);
      throw error;
    } finally {
      client.release(!session.isFree);
    }
  }

  const inTurn = createTurns(AT_ONCE, PATIENCE_MS);
  return (statement, run) => inTurn(() => runAsCaller(statement, run));
}
