import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refusal in GoTrue's own format: status, `error_code` and sentence. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** After how many seconds a limited request may be tried again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The body of the answer. */
  toBody(): { code: number; error_code: string; msg: string } {
    return { code: this.status, error_code: this.code, msg: this.message };
  }
}
