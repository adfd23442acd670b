import type { ReservedSql, Sql } from 'postgres';
import { DataError } from './data-error.ts';

/** As long as PostgREST waits for a free connection. */
const WAIT_MS = 10_000;

/** What the database says when it ends a connection. */
const ENDED = '57P01';

/** Reserves a connection. The driver tells the end of each lost one again to whoever uses its successor first. */
async function reserve(sql: Sql, attempts: number): Promise<ReservedSql> {
  try {
    return await sql.reserve();
  } catch (error) {
    const isOldNews = error instanceof Error && 'code' in error && error.code === ENDED;
    if (isOldNews && attempts > 0) return reserve(sql, attempts - 1);
    throw error;
  }
}

/** Connections that are lent one by one. */
export type Sessions = {
  /** @throws DataError PGRST003 when none becomes free in time */
  take: () => Promise<ReservedSql>;
  /** Gives a session back; one whose connection is lost must not be lent again. */
  giveBack: (session: ReservedSql, isConnected: boolean) => void;
};

/**
 * Lends the connections of a pool. The driver forgets who waits for a connection when another one is lost, so nobody
 * waits there longer than it takes to connect: they wait here.
 */
export function createSessions(sql: Sql): Sessions {
  // One connection stays free for reading the schema.
  let free = Math.max(1, sql.options.max - 1);
  const waiting: (() => void)[] = [];

  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const enter = () => {
    if (free === 0) return new Promise<void>((resolve) => waiting.push(resolve));
    free -= 1;
    return undefined;
  };
  const giveBack = (session: ReservedSql, isConnected: boolean) => {
    if (isConnected) session.release();
    leave();
  };

  return {
    giveBack,
    take: () =>
      new Promise((resolve, reject) => {
        let isConnecting = false;
        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          if (isConnecting) leave();
          reject(new DataError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.'));
        }, WAIT_MS);
        const borrow = async () => {
          await enter();
          if (isLate) return leave();
          isConnecting = true;
          const session = await reserve(sql, sql.options.max);
          return isLate ? session.release() : resolve(session);
        };
        borrow()
          .catch((error: unknown) => {
            if (!isLate) leave();
            reject(error);
          })
          .finally(() => clearTimeout(timer));
      }),
  };
}
