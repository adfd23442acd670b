import type { Sql, TransactionSql } from 'postgres';
import { isConnectionLost } from './connection-errors.ts';

type Work = (tx: TransactionSql) => unknown;
type Begin = (options: string, work: Work) => Promise<unknown>;
type State = { isLost: boolean };

const lost = () =>
  Object.assign(new Error('The connection of this transaction was lost'), { code: 'CONNECTION_CLOSED' });

/** Neither succeeds nor fails once the connection is gone, when the driver has failed the whole transaction by itself. */
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

/** The same transaction, which sends nothing more once its connection is gone. */
function guard(tx: TransactionSql, state: State): TransactionSql {
  return new Proxy(tx, {
    apply(target, self, args) {
      const [first] = args;
      const isStatement = Array.isArray(first) && 'raw' in first;
      return isStatement && state.isLost ? Promise.reject(lost()) : Reflect.apply(target, self, args);
    },
    get(target, name, receiver) {
      if (name === 'unsafe' && state.isLost) return () => Promise.reject(lost());
      if (name !== 'savepoint') return Reflect.get(target, name, receiver);
      return (...args: [Work] | [string, Work]) => {
        const [label, work] = args.length === 1 ? ['', args[0]] : args;
        return target.savepoint(label, (nested) => unlessLost(state, () => work(guard(nested, state))));
      };
    },
  });
}

/**
 * Makes transactions outlive the loss of their connection. The driver sends a rollback then, to a socket that is not there any
 * more, which throws outside of every handler and would end the process.
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
