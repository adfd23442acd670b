import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { AppEnv } from '../supabase-server/caller.ts';
import { OperatorError } from './config/operator-error.ts';

/** Properties of an error that may be logged beside its message: codes and names, no user input. */
const LOGGED_PROPERTIES = [
  'code',
  'errno',
  'syscall',
  'status',
  'severity',
  'responseCode',
  'command',
  'routine',
  'error',
  'schema',
  'table',
  'column',
  'constraint',
];
const MAX_PROPERTY_LENGTH = 100;
const MAX_CAUSES = 3;
/** SQLSTATE classes whose messages repeat values: data exceptions and errors raised by our own functions. */
const VALUE_CLASSES = /^(22|P0)/;
const STACK_FRAME = /^\s+at /;

type LoggedError = {
  type: string;
  message?: string;
  stack?: string;
  cause?: LoggedError;
  [property: string]: unknown;
};

/** Hides mail addresses and URLs, which may hold passwords and tokens. */
function redact(message: string): string {
  return message.replaceAll(/\S+/g, (word) => {
    if (word.includes('://')) return '[url]';
    return word.includes('@') ? '[address]' : word;
  });
}

/** The message, unless errors of this kind repeat user input: mail server responses, SQL values, JSON fragments. */
function readMessage(error: Error): string | undefined {
  const isMailError = 'responseCode' in error || 'command' in error || 'envelope' in error || 'rejected' in error;
  const isValueError = 'severity' in error && 'code' in error && VALUE_CLASSES.test(String(error.code));
  return isMailError || isValueError || error instanceof SyntaxError ? undefined : redact(error.message);
}

function readProperties(error: Error): Record<string, string | number> {
  const values = Object.entries(error).filter(([name]) => LOGGED_PROPERTIES.includes(name));
  return Object.fromEntries(
    values.flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'string') return [[name, redact(value.slice(0, MAX_PROPERTY_LENGTH))]];
      return typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}

/** Converts an error for the log: allowed properties only, no addresses, and the stack frames. */
function toLoggedError(error: unknown, maxCauses = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = readMessage(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => STACK_FRAME.test(line));
  return {
    type: error.name,
    ...readProperties(error),
    ...(message === undefined ? {} : { message }),
    stack: frames.join('\n'),
    ...(error.cause === undefined || maxCauses === 0 ? {} : { cause: toLoggedError(error.cause, maxCauses - 1) }),
  };
}

/** What the terminal shows: one line for what the operator can fix, message and stack for our own faults. */
export function formatFailure(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { type, message, code, stack } = toLoggedError(error);
  return `${[type, code, message].filter((part) => part !== undefined).join(': ')}\n${stack ?? ''}`;
}

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
export function createLog(output?: DestinationStream): Logger {
  const createDestination = () =>
    pino.destination({ dest: 1, sync: false, minLength: BATCH_BYTES, periodicFlush: FLUSH_INTERVAL_MS });
  return pino(OPTIONS, output ?? createDestination());
}

/** Logs what nobody has caught, and ends the process: whatever supervises the server starts it again. */
export function logUncaught(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the server ends by a fault that nobody caught');
    process.exit(1);
  });
}

/** A trace that a proxy or client has begun, as the W3C writes it. Anything else is not logged. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Gives each request its own logger and logs method, route, status and milliseconds. The route is a pattern such as
 * `/ticket/:token`: a path holds links of tickets, ids and the places of a route, a query tokens of mail links and positions.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async function writeRequestLog(c, next) {
    const startedAt = performance.now();
    const traceparent = c.req.header('traceparent') ?? '';
    const trace = TRACEPARENT.test(traceparent) ? { traceparent } : {};
    c.set('log', log.child({ requestId: c.get('requestId'), ...trace }));
    await next();
    const ms = Math.round(performance.now() - startedAt);
    c.get('log').info({ method: c.req.method, route: routePath(c), status: c.res.status, ms }, 'request');
  };
}

/** Somebody reads along on a terminal, or has run `npm start`. What a service prints is read by programs. */
const isReadByPeople = process.stdout.isTTY || process.send !== undefined;

/** Prints lines for people, who would not look for them in the log. */
export function printForPeople(text: string): void {
  if (isReadByPeople) process.stdout.write(`${text}\n`);
}

/** Says something in one place: on the terminal where people read along, else in the log. */
export function say(text: string, log: Logger): void {
  if (isReadByPeople) printForPeople(text);
  else log.info(text);
}
