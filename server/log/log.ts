import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { toLoggedError } from './logged-error.ts';

/** Lines are written in batches: a write for each line costs as much as a small database read. */
const BATCH_BYTES = 4096;
const FLUSH_INTERVAL_MS = 100;

/** Errors of libraries hold mail addresses, rows and addresses with passwords, so only their safe parts are logged. */
const OPTIONS = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: (error: unknown) => toLoggedError(error) },
} satisfies LoggerOptions;

/**
 * Creates the server's log: JSON lines on standard output, without headers, queries and bodies. The rest is written when
 * the process ends; one that is killed loses its last tenth of a second.
 * @param output replaces standard output in tests
 */
export function createLog(level = 'info', output?: DestinationStream): Logger {
  const createDestination = () =>
    pino.destination({ dest: 1, sync: false, minLength: BATCH_BYTES, periodicFlush: FLUSH_INTERVAL_MS });
  return pino({ ...OPTIONS, level }, output ?? createDestination());
}
