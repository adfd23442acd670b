import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg, { type PoolClient, type QueryResult } from 'pg';
import type { Logger } from 'pino';
import { readErrorCode } from '../error-code.ts';
import type { ConnectionTarget } from './address.ts';
import { ConnectionLostError, isConnectionLost, NotConnectedError } from './connection-errors.ts';
import { divideConnections, MAINTENANCE_LIMITS, REQUEST_LIMITS } from './connection-limits.ts';
import { LOST, openPool, type PoolOptions } from './pool.ts';
import {
  createExecutor,
  type Query,
  type Row,
  type Rows,
  type Run,
  runTransaction,
  type Sql,
  type Work,
} from './sql.ts';

const RECONNECT_AFTER_MS = 250;

type OwnerPoolOptions = Partial<PoolOptions> & {
  /** For scheduled jobs, backups and migrations, which may take long. */
  isForMaintenance?: boolean;
};

function toRows({ rows, rowCount, command }: QueryResult<Row>): Rows<Row[]> {
  return Object.defineProperties(rows, { count: { value: rowCount ?? 0 }, command: { value: command } }) as Rows<Row[]>;
}

async function runOn(client: PoolClient, { text, values }: Query): Promise<Rows<Row[]>> {
  try {
    // A text of several statements has several results.
    const result: QueryResult<Row> | QueryResult<Row>[] = await client.query<Row>(text, values);
    return Array.isArray(result) ? (result.map(toRows) as unknown as Rows<Row[]>) : toRows(result);
  } catch (error) {
    if (isConnectionLost(error)) LOST.add(client);
    // The driver's own errors have no code.
    const isUnnamed = LOST.has(client) && readErrorCode(error) === undefined;
    throw isUnnamed ? new ConnectionLostError(undefined, { cause: error }) : error;
  }
}

/** Runs statements on one connection, one after the other. */
function runInTurn(client: PoolClient): Run {
  const inTurn = pLimit(1);
  return (query) => inTurn(() => runOn(client, query));
}

/** Gives a connection back. One that is lost or in a transaction is closed. */
const release = (client: PoolClient) => client.release(LOST.has(client) || client.getTransactionStatus() !== 'I');

/** Opens connections of the owner. Each statement has one to itself, and a transaction has one until it is over. */
export function openOwnerPool(
  target: ConnectionTarget,
  log: Logger | null,
  { isForMaintenance = false, settings, ...own }: OwnerPoolOptions = {},
): Sql {
  const kind = isForMaintenance ? { worksLong: true, waitMs: MAINTENANCE_LIMITS.lock_timeout } : {};
  const limits = isForMaintenance ? MAINTENANCE_LIMITS : REQUEST_LIMITS;
  const options = { max: divideConnections().owner, ...kind, settings: { ...limits, ...settings }, ...own };
  const { pool, close } = openPool(target, log, options);
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => log?.debug({ notice: message }, 'database notice'));
  });
  // A pool that ends lends no more connections, and would let those who wait for one wait for their whole time.
  const waiting = new Set<(cause: unknown) => void>();
  const connect = () =>
    new Promise<PoolClient>((resolve, reject) => {
      waiting.add(reject);
      const isOver = () => waiting.delete(reject);
      pool.connect().then(resolve, reject).finally(isOver);
    }).catch((cause: unknown) => {
      throw new NotConnectedError(cause);
    });
  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    try {
      return await work(client);
    } finally {
      release(client);
    }
  }
  const listeners: (() => Promise<void>)[] = [];

  return Object.assign(
    createExecutor((query) => withClient((client) => runOn(client, query))),
    {
      target,
      pool,
      begin: <T>(work: Work<T>, characteristics = '') =>
        withClient((client) => runTransaction(runInTurn(client), characteristics, work)),
      async reserve() {
        const client = await connect();
        return Object.assign(createExecutor(runInTurn(client)), {
          close() {
            LOST.add(client);
            client.release(true);
          },
        });
      },
      listen(channel: string, onMessage: (message: string) => void, onListening: () => void) {
        const { pool: own, close: stop } = openPool(target, log, { ...options, max: 1, silenceLimitMs: null });
        listeners.push(() => stop(0));
        const listenOnce = async () => {
          const client = await own.connect();
          client.on('notification', ({ payload = '' }) => onMessage(payload));
          const listening = client.query(`listen ${pg.escapeIdentifier(channel)}`).then(onListening);
          await Promise.all([once(client, 'end'), listening]).finally(() => client.release(true));
        };
        void (async () => {
          while (!own.ending) {
            await listenOnce().catch((error: unknown) => log?.debug({ err: error }, 'nobody listens to the database'));
            await delay(RECONNECT_AFTER_MS, undefined, { ref: false });
          }
        })();
      },
      async end(waitMs?: number) {
        for (const reject of waiting) reject(new Error('The connections are closed'));
        await Promise.all([close(waitMs), ...listeners.map((stop) => stop())]);
      },
    },
  );
}
