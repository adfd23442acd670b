import { type Logger, pino } from 'pino';

/** The server's log: JSON lines on standard output. Headers, queries and bodies never reach it, so no secret does. */
export function createLog(level = 'info'): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
