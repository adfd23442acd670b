/** What an error in the log may say beside its message: codes and names, nothing that somebody sent. */
const FIELDS = [
  ...['code', 'errno', 'syscall', 'status', 'severity', 'responseCode', 'command', 'routine', 'error'],
  ...['schema_name', 'table_name', 'column_name', 'constraint_name', 'schema', 'table', 'column', 'constraint'],
];
const MAX_FIELD_LENGTH = 100;
const MAX_CAUSES = 3;
/** Classes of SQLSTATE whose messages repeat values: data exceptions, and what our own functions raise. */
const VALUE_CLASS = /^(22|P0)/;
const FRAME = /^\s+at /;

export type LoggedError = {
  type: string;
  message?: string;
  stack?: string;
  cause?: LoggedError;
  [field: string]: unknown;
};

/** Takes mail addresses and addresses of services, which may hold passwords and tokens, out of a sentence. */
function redacted(message: string): string {
  return message.replaceAll(/[a-z][a-z\d+.-]*:\/\/\S+/gi, '[url]').replaceAll(/\S*@\S*/g, '[address]');
}

/** A message, unless it is of a kind that repeats what somebody sent: answers of mail servers, values, pieces of JSON. */
function messageOf(error: Error): string | undefined {
  const isOfMail = 'responseCode' in error || 'command' in error || 'envelope' in error || 'rejected' in error;
  const isOfValue = 'severity' in error && 'code' in error && VALUE_CLASS.test(String(error.code));
  return isOfMail || isOfValue || error instanceof SyntaxError ? undefined : redacted(error.message);
}

function fieldsOf(error: Error): Record<string, string | number> {
  const values = Object.entries(error).filter(([name]) => FIELDS.includes(name));
  return Object.fromEntries(
    values.flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'string') return [[name, redacted(value.slice(0, MAX_FIELD_LENGTH))]];
      return typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}

/** The error as the log has it: only known fields, no addresses, and where it was thrown. */
export function toLoggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = messageOf(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => FRAME.test(line));
  return {
    type: error.name,
    ...fieldsOf(error),
    ...(message === undefined ? {} : { message }),
    stack: frames.join('\n'),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: toLoggedError(error.cause, causes - 1) }),
  };
}

/** The same for the terminal. */
export function formatError(error: unknown): string {
  const { type, message, code, stack } = toLoggedError(error);
  return `${[type, code, message].filter((part) => part !== undefined).join(': ')}\n${stack ?? ''}`;
}
