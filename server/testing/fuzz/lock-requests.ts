import fc from 'fast-check';
import { query, requests } from './arbitrary-request.ts';
import { wildObject, wildPart, wildText } from './wild.ts';

const lockProxy = {
  method: 'POST',
  path: fc
    .constantFrom('lock-proxy', 'lock-proxy', 'lock-proxy', 'lock-proxy', 'other')
    .map((path) => `/functions/v1/${path}`),
  query: query(['x'], wildPart, 1),
  body: wildObject({
    endpoint: fc.constantFrom(
      '/researchapi/getAccessToken',
      '/researchapi/carlock/list',
      '/researchapi/carlock/control',
    ),
    method: fc.constantFrom('GET', 'POST'),
    headers: fc.dictionary(fc.constantFrom('AccessToken', 'accesstoken', 'host'), wildText, { maxKeys: 2 }),
    body: fc.oneof(
      wildObject({ index: fc.integer(), size: fc.integer({ min: -1, max: 101 }) }),
      wildObject({ did: wildText, type: fc.integer({ min: 0, max: 3 }) }),
    ),
  }),
};

const openSpace = {
  method: 'POST',
  path: fc.constant('/functions/v1/open-space'),
  query: query(['x'], wildPart, 1),
  body: wildObject({
    reservation: fc.oneof(fc.uuid(), wildText),
    action: fc.constantFrom('open', 'close', 'explode'),
    key: fc.oneof(fc.uuid(), wildText),
  }),
};

/** The lock proxy, and the drivers' commands to barriers. */
export const functions = requests(fc.constantFrom(lockProxy, openSpace));
