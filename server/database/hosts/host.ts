import postgres from 'postgres';
import { DatabaseSocket } from '../../../supabase-server/connections/database-socket.ts';

const RESPONSE_TIMEOUT_S = 2;
/** Longer than the time limit above and the time between two checks. */
const SILENCE_LIMIT_MS = 3000;

/** What a host said of itself last. */
type HostState = {
  /** Increases with each promotion; null for a standby. */
  timeline: number | null;
};

/** One of several hosts of a database. */
export type Host = {
  readonly host: string;
  readonly port: number;
  /** Null when the host did not respond. */
  state: HostState | null;
  /** Why it did not. */
  error: unknown;
  /** Asks it again, within a few seconds. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens the one connection on which a host is checked. */
export function openHost(address: string): Host {
  const options = {
    max: 1,
    connect_timeout: RESPONSE_TIMEOUT_S,
    backoff: () => 0,
    fetch_types: false,
    // Different from the server's name, by which a restore finds running servers.
    connection: { application_name: 'parqueo hosts', statement_timeout: RESPONSE_TIMEOUT_S * 1000 },
    onnotice: () => undefined,
    socket: (parsed: postgres.Sql['options']) => DatabaseSocket.open(parsed, SILENCE_LIMIT_MS),
  };
  const sql = postgres(address, options);
  const [host = 'localhost'] = sql.options.host;
  return {
    host,
    port: sql.options.port[0] ?? 5432,
    state: null,
    error: null,
    async check() {
      try {
        const [row] = await sql<HostState[]>`
          select case when not pg_is_in_recovery()
            then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;
        this.state = { timeline: row?.timeline ?? null };
      } catch (error) {
        this.state = null;
        this.error = error;
      }
    },
    close: () => sql.end({ timeout: 0 }),
  };
}
