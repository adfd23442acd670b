import type { Sql } from '../../supabase-server/connections/sql.ts';

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

/**
 * Sessions and codes expire by the database's clock, even on a server whose own clock is wrong. Between two
 * readings a monotonic counter is used.
 */
export function createDatabaseClock(sql: Sql) {
  let reference = { at: performance.now(), time: Date.now() };
  return {
    /** Milliseconds since 1970. */
    now: () => reference.time + performance.now() - reference.at,
    /** Reads the database's clock. Until the first call, the time is this machine's. */
    async sync() {
      const sentAt = performance.now();
      const [row] = await sql<{ time: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as time`;
      const receivedAt = performance.now();
      if (row !== undefined) reference = { at: (sentAt + receivedAt) / 2, time: row.time };
    },
  };
}
