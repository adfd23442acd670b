import type { Sql, TransactionSql } from 'postgres';
import { isConnectionLost } from './connection-errors.ts';

type Work = (tx: TransactionSql) => unknown;
type Begin = (options: string, work: Work) => Promise<unknown>;
type State = { isLost: boolean };

const createLostError = () =>
  Object.assign(new Error('The connection of this transaction was lost'), { code: 'CONNECTION_CLOSED' });

/** Stays pending once the connection is lost: the driver fails the whole transaction itself. */
async function unlessLost(state: State, work: () => unknown): Promise<unknown> {
  const never = new Promise<never>(() => undefined);
  try {
    const result = await work();
    return state.isLost ? never : result;
  } catch (error) {
    state.isLost ||= isConnectionLost(error);
    if (state.isLost) return never;
    throw error;
  }
}

/** Wraps a transaction so that it sends nothing once its connection is lost. */
function guard(tx: TransactionSql, state: State): TransactionSql {
  return new Proxy(tx, {
    apply(target, self, args) {
      const [first] = args;
      const isStatement = Array.isArray(first) && 'raw' in first;
      return isStatement && state.isLost ? Promise.reject(createLostError()) : Reflect.apply(target, self, args);
    },
    get(target, name, receiver) {
      if (name === 'unsafe' && state.isLost) return () => Promise.reject(createLostError());
      if (name !== 'savepoint') return Reflect.get(target, name, receiver);
      return (...args: [Work] | [string, Work]) => {
        const [label, work] = args.length === 1 ? ['', args[0]] : args;
        return target.savepoint(label, (nested) => unlessLost(state, () => work(guard(nested, state))));
      };
    },
  });
}

/**
 * Lets transactions fail normally when their connection is lost. The driver would send a rollback to the missing socket,
 * which throws outside of every handler and ends the process.
 */
export function guardTransactions(sql: Sql): Sql {
  const begin: Begin = sql.begin.bind(sql);
  const guarded = (...args: [Work] | [string, Work]): Promise<unknown> => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args;
    const state: State = { isLost: false };
    const outcome = begin(options, (tx) => unlessLost(state, () => work(guard(tx, state))));
    outcome.catch(() => {
      state.isLost = true;
    });
    return outcome;
  };
  return Object.assign(sql, { begin: guarded });
}
