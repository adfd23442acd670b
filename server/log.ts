import { type Logger, pino } from 'pino';

/** Lines are written together once they are so long, or after this time: a write for each line costs as much as a small read. */
const WRITE_BYTES = 4096;
const WRITE_AFTER_MS = 100;

/**
 * The server's log: JSON lines on standard output. Headers, queries and bodies never reach it, so no secret does. What is not
 * written yet is written when the process ends; only one that is killed at once loses its last tenth of a second.
 */
export function createLog(level = 'info'): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: WRITE_BYTES, periodicFlush: WRITE_AFTER_MS });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}
