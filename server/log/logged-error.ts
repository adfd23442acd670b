import { OperatorError } from '../operator-error.ts';

/** Properties of an error that may be logged beside its message: codes and names, no user input. */
const LOGGED_PROPERTIES = [
  ...['code', 'errno', 'syscall', 'status', 'severity', 'responseCode', 'command', 'routine', 'error'],
  ...['schema_name', 'table_name', 'column_name', 'constraint_name', 'schema', 'table', 'column', 'constraint'],
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
  return message.replaceAll(/[a-z][a-z\d+.-]*:\/\/\S+/gi, '[url]').replaceAll(/\S*@\S*/g, '[address]');
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
export function toLoggedError(error: unknown, maxCauses = MAX_CAUSES): LoggedError {
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
