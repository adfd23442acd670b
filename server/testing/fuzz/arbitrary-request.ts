import fc, { type Arbitrary } from 'fast-check';
import { wildBody, wildHeader, wildPart } from './wild.ts';

/** Whose token a request carries; what is not a name is sent as it is. */
export type FuzzCaller = 'nobody' | 'driver' | 'admin' | 'service' | { token: string };

/** A request as it goes over the wire. */
export type FuzzRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  caller: FuzzCaller;
  hasKey: boolean;
};

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;
const TYPES = ['application/json', 'text/csv', 'application/json; charset=utf-16', 'multipart/form-data', 'x', ''];

const caller: Arbitrary<FuzzCaller> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<FuzzCaller>('admin', 'admin', 'admin', 'driver', 'driver', 'service', 'nobody'),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(wildHeader, fc.constantFrom('eyJhbGciOiJub25lIn0.e30.', 'a.b.c', 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA'))
      .map((token) => ({ token })),
  },
);

const chance = (inTen: number) => fc.integer({ min: 0, max: 9 }).map((rolled) => rolled < inTen);

const otherHeaders = fc.dictionary(
  fc.constantFrom(
    ...['accept', 'accept-encoding', 'accept-profile', 'content-profile', 'content-encoding', 'prefer', 'range'],
    ...['range-unit', 'if-none-match', 'origin', 'x-forwarded-for', 'x-client-info', 'user-agent', 'cookie'],
  ),
  fc.oneof(
    wildHeader,
    fc.constantFrom(
      ...['application/vnd.pgrst.object+json', 'text/csv', 'return=representation', 'resolution=merge-duplicates'],
      ...['count=exact', 'tx=rollback', 'max-affected=0', 'missing=default', 'handling=strict', '0-0', '5-1', '*'],
    ),
  ),
  { maxKeys: 1 },
);

/** The part of an address behind the question mark. */
export const query = (names: readonly string[], value: Arbitrary<string>, maxLength = 4): Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, wildPart),
        fc.oneof({ weight: 5, arbitrary: value }, wildPart),
      ),
      {
        maxLength,
      },
    )
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));

/** Where a request goes and what it holds when it is as it should be. */
type Endpoint = { method: string; path: Arbitrary<string>; query: Arbitrary<string>; body: Arbitrary<unknown> };

/** Requests to these endpoints; one in ten goes to an address of any kind, and one in ten is of another method. */
export function requests(endpoint: Arbitrary<Endpoint>): Arbitrary<FuzzRequest> {
  return endpoint
    .chain(({ method, path, query, body }) =>
      fc.record({
        method: fc.oneof({ weight: 9, arbitrary: fc.constant(method) }, fc.constantFrom(...METHODS)),
        path: fc.oneof({ weight: 9, arbitrary: fc.tuple(path, query).map((parts) => parts.join('')) }, wildPart),
        headers: otherHeaders,
        type: fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, fc.constantFrom(...TYPES)),
        body: wildBody(body),
        caller,
        hasKey: chance(9),
      }),
    )
    .map(({ type, body, method, headers, ...rest }) => {
      const hasBody = !['GET', 'HEAD', 'TRACE', 'OPTIONS'].includes(method);
      return { ...rest, method, headers: { ...headers, 'content-type': type }, body: hasBody ? body : null };
    });
}
