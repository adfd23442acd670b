import { randomBytes } from 'node:crypto';

type Status = 400 | 401 | 404 | 415 | 422 | 500;

export type PayPalDetail = { issue: string; description?: string; field?: string; location?: string };

/** A response of PayPal that says what is wrong. */
export class PayPalError extends Error {
  override name = 'PayPalError';
  readonly status: Status;
  readonly body: object;

  constructor(status: Status, body: object) {
    super('PayPal responds with an error');
    this.status = status;
    this.body = body;
  }
}

const createError = (status: Status, name: string, message: string, details: readonly PayPalDetail[]) =>
  new PayPalError(status, {
    name,
    ...(details.length > 0 ? { details } : {}),
    message,
    debug_id: randomBytes(6).toString('hex'),
    links: details.map(({ issue }) => ({
      href: `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`,
      rel: 'information_link',
      method: 'GET',
    })),
  });

/** A request that is well-formed and against a rule. */
export const createBusinessError = (issue: string, field?: string) =>
  createError(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [{ issue, ...(field === undefined ? {} : { field, location: 'body' }) }],
  );

export const createRequestError = (details: readonly PayPalDetail[]) =>
  createError(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    details,
  );

export const createNotFoundError = () =>
  createError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [{ issue: 'INVALID_RESOURCE_ID' }]);

export const createMediaTypeError = () =>
  createError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload’s media type.', []);

export const createServerError = () =>
  createError(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.', []);
