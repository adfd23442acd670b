import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLockCall } from '../../supabase/functions/lock-proxy/handler.ts';

const METHODS = new Map([
  ['/researchapi/getAccessToken', 'GET'],
  ['/researchapi/carlock/list', 'POST'],
  ['/researchapi/carlock/control', 'POST'],
]);
const ENDPOINTS = [...METHODS.keys()];

/** Fits any of the three. */
const rest = { headers: { AccessToken: 'token' }, body: { index: 1, size: 10, did: 'KV-0001', type: 1 } };

/** Paths that are nearly one of the contract's. */
const nearMiss = fc
  .tuple(
    fc.constantFrom(...ENDPOINTS),
    fc.nat(),
    fc.constantFrom('', '/', '//', '.', '..', '%2e', '%2F', '?', '#', '@', '\\', ' ', '\n', '\0', ';', ':', 'é', 'A'),
    fc.nat(2),
  )
  .map(([endpoint, at, piece, cut]) => {
    const from = at % (endpoint.length + 1);
    return endpoint.slice(0, from) + piece + endpoint.slice(from + cut);
  });
const anyEndpoint = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl(),
  nearMiss,
  fc.constantFrom(...ENDPOINTS).map((endpoint) => endpoint.toUpperCase()),
  fc.constantFrom(...ENDPOINTS).chain((path) => fc.webUrl().map((url) => new URL(path, url).href)),
);

test('whatever endpoint and method are asked for, a call is one of the contract’s or none', () => {
  fc.assert(
    fc.property(
      anyEndpoint,
      fc.oneof(fc.constantFrom('GET', 'POST', 'get', 'PUT'), fc.string()),
      (endpoint, method) => {
        const call = parseLockCall({ endpoint, method, ...rest });
        if (typeof call === 'string') return;
        expect(METHODS.get(endpoint)).toBe(method);
        expect(call.endpoint).toBe(endpoint);
      },
    ),
    { numRuns: 1000 },
  );
});

test('whatever the body, a command names a lock and one of two directions', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue()), fc.oneof(fc.integer(), fc.jsonValue()), (did, type) => {
      const call = parseLockCall({ endpoint: ENDPOINTS[2], method: 'POST', ...rest, body: { did, type, more: 1 } });
      const isCommand = typeof did === 'string' && did.length > 0 && did.length <= 64 && (type === 1 || type === 2);
      if (isCommand) expect(call).toMatchObject({ body: { did, type } });
      else expect(call).toEqual(expect.any(String));
    }),
  );
});

test('asking for a token takes no body, an empty one or null, and no headers', () => {
  const call = { endpoint: '/researchapi/getAccessToken', method: 'GET' };
  for (const body of [undefined, null, {}]) {
    expect(parseLockCall({ ...call, headers: { AccessToken: 'x' }, body })).toEqual({ endpoint: call.endpoint });
  }
  expect(parseLockCall({ ...call, body: { appid: 'mine' } })).toBe('body is not as the lock vendor takes it');
});

test.each(['a\0b', '\ud800', 'a\nb'])('a lock with the id %j is none', (did) => {
  const call = { ...rest, endpoint: '/researchapi/carlock/control', method: 'POST', body: { did, type: 1 } };
  expect(parseLockCall(call)).toBe('body.did is not as the lock vendor takes it');
});

const LIST = ENDPOINTS[1];
const token = { AccessToken: 'some-token' };
const page = (body: object) => ({ endpoint: LIST, method: 'POST', headers: token, body });

test.each<[string, object]>([
  ['no method', { endpoint: LIST, headers: token, body: { index: 1, size: 10 } }],
  ['page 0', page({ index: 0, size: 10 })],
  ['a page of 101', page({ index: 1, size: 101 })],
  ['half a page', page({ index: 1.5, size: 10 })],
  ['no body', { endpoint: LIST, method: 'POST', headers: token }],
  ['no token', { ...page({ index: 1, size: 10 }), headers: {} }],
  ['a token of two lines', { ...page({ index: 1, size: 10 }), headers: { AccessToken: 'a\r\nhost: evil.example' } }],
])('a call with %s is none', (_what, call) => {
  expect(parseLockCall(call)).toEqual(expect.any(String));
});
