import type { ContentfulStatusCode } from 'hono/utils/http-status';

type DataErrorBody = { code: string; message: string; details: unknown; hint: string | null };

type DataErrorOptions = { details?: unknown; hint?: string | null; headers?: Record<string, string> };

/** An error response of the data API, with the status and body that PostgREST gives it. */
export class DataError extends Error {
  override name = 'DataError';
  readonly status: ContentfulStatusCode;
  readonly body: DataErrorBody;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    { details = null, hint = null, headers = {} }: DataErrorOptions = {},
  ) {
    super(message);
    this.status = status;
    this.body = { code, message, details, hint };
    this.headers = headers;
  }
}

const MAX_QUOTED_LENGTH = 200;

/** PGRST100: a parameter that is malformed or not supported. */
export function createParseError(what: string, text: string, column = 1): DataError {
  const message = `"failed to parse ${what} (${text.slice(0, MAX_QUOTED_LENGTH)})" (line 1, column ${column})`;
  return new DataError(400, 'PGRST100', message, { details: `This ${what} is malformed or not supported` });
}

/** 42703, with PostgreSQL's message. */
export function createUnknownColumnError(table: string, column: string): DataError {
  return new DataError(400, '42703', `column ${table}.${column} does not exist`);
}
