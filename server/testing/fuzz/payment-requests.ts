import fc from 'fast-check';
import { query, requests } from './arbitrary-request.ts';
import { wildObject, wildPart, wildText } from './wild.ts';

const BASE = '/functions/v1/payments';

const id = fc.oneof({ weight: 4, arbitrary: fc.uuid() }, wildText);

const start = {
  method: 'POST',
  path: fc.constant(BASE),
  query: query(['x'], wildPart, 1),
  body: wildObject({
    id,
    purpose: fc.constantFrom('top_up', 'reservation', 'extension', 'gift'),
    method: fc.constantFrom('card', 'paypal', 'wallet'),
    reservation: id,
    amount: fc.oneof(fc.integer(), fc.double(), wildText),
    end: fc.oneof(fc.date({ noInvalidDate: true }).map(String), fc.constant('0000-01-01T00:00:00Z'), wildText),
    saveCard: fc.boolean(),
    card: id,
    language: fc.constantFrom('en', 'es', 'fr'),
  }),
};

const SIGNED = [
  ...['OrderNumber', 'Amount', 'AuthorizationCode', 'DateTime', 'ResponseCode', 'IsoCode', 'ResponseMessage'],
  ...['ErrorDescription', 'RRN', 'AuthHash', 'DataVaultToken', 'CardNumber', 'token', 'payment'],
];

const comeBack = {
  method: 'GET',
  path: fc
    .tuple(fc.constantFrom('azul', 'paypal'), fc.constantFrom('approved', 'declined', 'cancelled', 'webhook', 'x'))
    .map((parts) => `${BASE}/${parts.join('/')}`),
  query: fc
    .tuple(fc.uuid(), query(SIGNED, wildPart, 8))
    .map(([payment, rest]) => `?payment=${payment}&${rest.slice(1)}`),
  body: fc.constant(null),
};

const webhook = {
  method: 'POST',
  path: fc.constant(`${BASE}/paypal/webhook`),
  query: query(['x'], wildPart, 1),
  body: wildObject({ id: wildText, event_type: wildText, resource: wildObject({ id: wildText, custom_id: id }) }),
};

const others = {
  method: 'POST',
  path: fc.oneof(
    fc.constantFrom(`${BASE}/work`, `${BASE}/methods`, `${BASE}/`),
    wildPart.map((part) => `${BASE}/${part}/check`),
  ),
  query: query(['x'], wildPart, 1),
  body: wildObject({}),
};

/** Payments that are started, browsers that come back, webhooks, and the rest of the function. */
export const payments = requests(fc.constantFrom(start, start, comeBack, comeBack, webhook, others));
