import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Caller } from '../../caller.ts';
import { createTurns, type Turns } from '../../turns.ts';
import type { Statement } from '../render/statement.ts';
import { createReader } from './read-together.ts';
import type { LastRows, Session } from './session.ts';
import { BEGIN, type CallerSteps, COMMIT, ROLLBACK, stepsOf } from './transaction.ts';
import { withSession } from './with-session.ts';

/** What a statement answers: the body as JSON text, how many rows it has, and a whole number beside them. */
export type Answer = { body: string; rows: number; total: string | null };

/** Who runs a statement, and what has to hold of it. */
export type Run = {
  caller: Caller;
  isReadOnly: boolean;
  /** Looks at the answer, before a write is kept; what it throws undoes the write. */
  check?: ((answer: Answer) => void) | undefined;
};

export type Runner = (statement: Statement, run: Run) => Promise<Answer>;

/**
 * Statements that run at once, by PostgreSQL's own rule of thumb of two for each processor: more of them only take turns at the
 * processors and push each other out of their caches. (https://wiki.postgresql.org/wiki/Number_Of_Database_Connections)
 */
const AT_ONCE = 2 * availableParallelism();
/** Connections that visitors, whom nobody can suspend, leave to people who signed in and to the check of readiness. */
const KEPT_FROM_VISITORS = 3;
/** Statements of one person that run at once. */
const AT_ONCE_FOR_PERSON = 2;
/** People whose statements are counted; of more, those who were there last. */
const MAX_PEOPLE = 1000;
/** Behind statements that take long, such as an operator's search through everything, others do not wait longer. */
const PATIENCE_MS = 10;

/** @throws Error when a statement does not answer one row, as each of the data API's does */
function answerOf(rows: LastRows): Answer {
  const [body, count, total = null] = rows.at(-1) ?? [];
  if (body == null) throw new Error('A statement of the data API answered no row');
  return { body, rows: Number(count), total };
}

/** Runs each statement in a transaction with the caller's role and claims, in one trip unless it has to be checked. */
export function createRunner(pool: Pool): Runner {
  const turns = createTurns(AT_ONCE, PATIENCE_MS);
  const visitorTurns = createTurns(Math.max(1, Math.min(AT_ONCE, pool.options.max - KEPT_FROM_VISITORS)));
  const personTurns = new LRUCache<string, Turns>({ max: MAX_PEOPLE });
  const readers = {
    visitor: createReader(pool, visitorTurns, PATIENCE_MS),
    others: createReader(pool, turns, PATIENCE_MS),
  };

  /** The turns of one person; everybody else has those of all. */
  function turnsOfPerson({ claims }: Caller): Turns {
    const id = String(claims.sub);
    const known = personTurns.get(id) ?? createTurns(AT_ONCE_FOR_PERSON);
    personTurns.set(id, known);
    return known;
  }

  async function keepOrUndo(session: Session, steps: CallerSteps, run: Run): Promise<Answer> {
    if (run.check === undefined) return answerOf(await session.run(steps));
    const answer = answerOf(await session.run([BEGIN, ...steps]));
    run.check(answer);
    await session.run([COMMIT]);
    return answer;
  }

  async function writeOn(session: Session, steps: CallerSteps, run: Run): Promise<Answer> {
    try {
      return await keepOrUndo(session, steps, run);
    } catch (error) {
      if (session.isInTransaction) await session.run([ROLLBACK]);
      throw error;
    }
  }

  return async function runAsCaller(statement, run) {
    const steps = stepsOf(statement, run.caller, run.isReadOnly);
    const isVisitor = run.caller.role === 'anon';
    const work = async () => {
      if (!run.isReadOnly) {
        const inTurn = isVisitor ? visitorTurns : turns;
        return inTurn(() => withSession(pool, (session) => writeOn(session, steps, run)));
      }
      const answer = answerOf(await readers[isVisitor ? 'visitor' : 'others'](steps));
      run.check?.(answer);
      return answer;
    };
    return run.caller.role === 'authenticated' ? turnsOfPerson(run.caller)(work) : work();
  };
}
