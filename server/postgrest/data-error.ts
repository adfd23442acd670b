import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The body of a refusal, as PostgREST writes it. */
export type DataErrorBody = { code: string; message: string; details: unknown; hint: string | null };

type DataErrorOptions = { details?: unknown; hint?: string | null; headers?: Record<string, string> };

/** A refusal of the data API, with the status and body PostgREST gives. */
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

const SHOWN_LENGTH = 200;

/** A part of the request that cannot be read, or that this API does not support. */
export function unreadable(what: string, text: string, column = 1): DataError {
  const message = `"failed to parse ${what} (${text.slice(0, SHOWN_LENGTH)})" (line 1, column ${column})`;
  return new DataError(400, 'PGRST100', message, { details: `This ${what} is malformed or not supported` });
}

/** A column that is not there, said as PostgreSQL says it. */
export function unknownColumn(table: string, column: string): DataError {
  return new DataError(400, '42703', `column ${table}.${column} does not exist`);
}
