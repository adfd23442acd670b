import type { Logger } from 'pino';
import postgres, { type Options, type Sql, type TransactionSql } from 'postgres';
import type { Primary } from '../host.ts';
import { isConnectionLost } from './connection-errors.ts';
import { APPLICATION_NAME, divideConnections, MAINTENANCE_LIMITS, REQUEST_LIMITS } from './connection-limits.ts';
import { DatabaseSocket, IDLE_SECONDS, KEEPALIVE_SECONDS, SILENCE_LIMIT_MS } from './database-socket.ts';

const createLostError = () =>
  Object.assign(new Error('The connection of this transaction was lost'), { code: 'CONNECTION_CLOSED' });

const RECONNECT_AFTER_SECONDS = 0.25;

export type ConnectionTarget = string | Options<Record<string, never>>;

type OwnerPoolOptions = {
  max?: number;
  /** For scheduled jobs, backups and migrations, which may take long. */
  isForMaintenance?: boolean;
  /** Less than requests have by default. */
  statementTimeoutMs?: number;
  primary?: Primary | undefined;
};

/** Connects to the host that takes writes, where the address names several. */
function openSocket(options: Sql['options'], silenceLimitMs?: number, primary?: Primary): DatabaseSocket {
  if (primary === undefined) return DatabaseSocket.open(options, silenceLimitMs);
  const { host, port } = primary.address;
  const socket = DatabaseSocket.open({ path: options.path, host: [host], port: [port] }, silenceLimitMs);
  primary.track(socket);
  return socket;
}

export function openOwnerPool(
  target: ConnectionTarget,
  log: Logger,
  { max = divideConnections().owner, isForMaintenance = false, statementTimeoutMs, primary }: OwnerPoolOptions = {},
): Sql {
  const defaults = isForMaintenance ? MAINTENANCE_LIMITS : REQUEST_LIMITS;
  const limits = { ...defaults, statement_timeout: statementTimeoutMs ?? defaults.statement_timeout };
  const options = {
    max,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: 10,
    keep_alive: KEEPALIVE_SECONDS,
    // By default the driver waits longer after each attempt, up to 20 seconds.
    backoff: () => RECONNECT_AFTER_SECONDS,
    connection: { application_name: APPLICATION_NAME, ...limits },
    // Rejects a host that has become a standby meanwhile.
    ...(primary ? { target_session_attrs: 'primary' as const } : {}),
    onnotice: (notice: postgres.Notice) => log.debug({ notice: notice.message }, 'database notice'),
    // A connection that listens for notifications is silent for long; the driver gives it no idle timeout.
    socket: (options: Sql['options']) =>
      openSocket(options, isForMaintenance || options.idle_timeout === null ? undefined : SILENCE_LIMIT_MS, primary),
  };
  return guardTransactions(
    typeof target === 'string' ? postgres(target, options) : postgres({ ...target, ...options }),
  );
}

type Work = (tx: TransactionSql) => unknown;

type Begin = (options: string, work: Work) => Promise<unknown>;

type State = { isLost: boolean };

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
function guardTransactions(sql: Sql): Sql {
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
