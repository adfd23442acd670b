import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The body of a refusal, as PostgREST writes it. */
export type DataErrorBody = { code: string; message: string; details: unknown; hint: string | null };

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
    {
      details = null,
      hint = null,
      headers = {},
    }: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.body = { code, message, details, hint };
    this.headers = headers;
  }
}

/** A part of the request that cannot be read, or that this API does not support. */
export function unreadable(what: string, text: string): DataError {
  return new DataError(400, 'PGRST100', `"failed to parse ${what} (${text.slice(0, 100)})"`, {
    details: `This ${what} is malformed or not supported`,
  });
}
