import fc, { type Arbitrary } from 'fast-check';

const LONG = 20_000;
const DEEP = 5_000;

/** Texts that have broken servers before. */
const NASTY = [
  '',
  ' ',
  'null',
  'NaN',
  '-0',
  '1e400',
  '99999999999999999999999999',
  '-9223372036854775809',
  '\u0000',
  'a\u0000b',
  'a\u0000@y.test',
  '\ud800',
  '\ufeff',
  '\u202e\u0301👩‍👩‍👧‍👦',
  '2026-02-30T25:61:61Z',
  'infinity',
  "'; drop table public.reservations; --",
  '%',
  '{"',
  '{}',
  '[]',
  '{"a":[1,2',
  '(((((',
  '../../etc/passwd',
  'eq.',
  'in.()',
  'not.not.eq.1',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(LONG),
  `${'x'.repeat(6000)}@y.test`,
  '['.repeat(DEEP),
  '('.repeat(DEEP),
  '*'.repeat(200),
];

/** Text of any kind. */
export const wildText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 12 }),
  fc.uuid(),
  fc.double().map(String),
  fc.bigInt().map(String),
);

/** A JSON value of any shape, numbers of any size. */
export const wildValue: Arbitrary<unknown> = fc.oneof(
  wildText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 53, -1e308, 1e-320, [], {}, [[]], [null]),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Part of an address: encoded as it should be, or not at all. */
export const wildPart: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: wildText.map((text) => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%', '%zz', '%00', '%c3%28', '%ff', '%u0041', '+', '%2f', '..%2f', ';,', '%25%25'),
  },
);

/** The value of a header: what HTTP lets through. */
const wildHeader: Arbitrary<string> = wildText.map((text) => text.slice(0, 2000).replace(/[^\x20-\x7e\x80-\xff]/g, ''));

/** An object with some of these fields, each with a value that fits or any other. */
export function wildObject(fields: Record<string, Arbitrary<unknown>>): Arbitrary<Record<string, unknown>> {
  const known = Object.fromEntries(
    Object.entries(fields).map(([name, fitting]) => [name, fc.oneof({ weight: 4, arbitrary: fitting }, wildValue)]),
  );
  return fc
    .tuple(
      fc.record(known, { requiredKeys: [] }),
      fc.dictionary(wildText, wildValue, { maxKeys: 1 }),
      fc.integer({ min: 0, max: 4 }),
    )
    .map(([own, other, rolled]) => (rolled === 0 ? { ...own, ...other } : own));
}

const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');

/** Bytes that are hardly a body. */
const brokenBody: Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      '['.repeat(100_000),
      `{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
      '{"a":1e999}',
      '[1,',
      '\ufeff{}',
      '',
      '{"email":"\\u0000"}',
      '{"a":"\\ud800"}',
      '"text"',
      'null',
      ' '.repeat(1_100_000),
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

/** A body: mostly JSON of about the right shape. */
function wildBody(fitting: Arbitrary<unknown>): Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 6, arbitrary: fitting.map(toBytes) },
    { weight: 2, arbitrary: wildValue.map(toBytes) },
    { weight: 1, arbitrary: brokenBody },
  );
}

/** Whose token a request carries; what is not a name is sent as it is. */
type FuzzCaller = 'nobody' | 'driver' | 'admin' | 'service' | { token: string };

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
    'accept',
    'accept-encoding',
    'accept-profile',
    'content-profile',
    'content-encoding',
    'prefer',
    'range',
    'range-unit',
    'if-none-match',
    'origin',
    'x-forwarded-for',
    'x-client-info',
    'user-agent',
    'cookie',
  ),
  fc.oneof(
    wildHeader,
    fc.constantFrom(
      'application/vnd.pgrst.object+json',
      'text/csv',
      'return=representation',
      'resolution=merge-duplicates',
      'count=exact',
      'tx=rollback',
      'max-affected=0',
      'missing=default',
      'handling=strict',
      '0-0',
      '5-1',
      '*',
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
      { maxLength },
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
