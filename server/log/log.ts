import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { toLoggedError } from './logged-error.ts';

/** Lines are written together once they are so long, or after this time: a write for each line costs as much as a small read. */
const WRITE_BYTES = 4096;
const WRITE_AFTER_MS = 100;

/** Errors of libraries carry what they were given: mail addresses, rows, addresses with passwords. The log gets none of it. */
const OPTIONS = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: (error: unknown) => toLoggedError(error) },
} satisfies LoggerOptions;

/**
 * The server's log: JSON lines on standard output. Headers, queries and bodies never reach it, so no secret does. What is not
 * written yet is written when the process ends; only one that is killed at once loses its last tenth of a second.
 * @param output somewhere else than standard output, for tests
 */
export function createLog(level = 'info', output?: DestinationStream): Logger {
  const standard = () =>
    pino.destination({ dest: 1, sync: false, minLength: WRITE_BYTES, periodicFlush: WRITE_AFTER_MS });
  return pino({ ...OPTIONS, level }, output ?? standard());
}
