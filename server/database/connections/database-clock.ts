import type { Sql } from 'postgres';

/** The time all servers on one database agree on. */
export type DatabaseClock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Asks the database again; until the first time it is this machine's own. */
  sync: () => Promise<void>;
};

/**
 * The database's clock, read between two questions from a counter that nobody can set: sessions, codes and bookings
 * expire by the same clock, also on a server whose own is wrong.
 */
export function createDatabaseClock(sql: Sql): DatabaseClock {
  let known = { at: performance.now(), time: Date.now() };
  return {
    now: () => known.time + performance.now() - known.at,
    async sync() {
      const askedAt = performance.now();
      const [row] = await sql<{ time: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as time`;
      const answeredAt = performance.now();
      if (row !== undefined) known = { at: (askedAt + answeredAt) / 2, time: row.time };
    },
  };
}
