/** After so many seconds a request that met no database may be sent again. */
export const RETRY_AFTER_SECONDS = 1;

/** What the driver and the system call a connection that is not there, or was lost. */
const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);
/** PostgreSQL is lost, has no room for a connection or on its disk, waited too long for a lock, stops, or is on its way up. */
const SQLSTATES = /^(08...|53...|55P03|57P0[1-3])$/;

/** After an error of these levels PostgreSQL closes the connection. */
const LAST_WORDS = new Set<unknown>(['FATAL', 'PANIC']);

/** Whether the driver failed a statement because its connection is gone; errors of other parts name no statement. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'query' in error)) return false;
  return CONNECTION_CODES.has(String(error.code)) || ('severity' in error && LAST_WORDS.has(error.severity));
}

/** Whether an error says that the database cannot work right now, so that the same request may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  // The socket of an embedded PostgreSQL that has ended is a missing file.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return isSocketGone || CONNECTION_CODES.has(code) || SQLSTATES.test(code);
}
