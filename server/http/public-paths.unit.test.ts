import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { LIMITS } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import { REQUEST_TIMEOUT_MS } from './limit-request.ts';
import { createPathFinder, PUBLIC_PATHS, type PublicPath, RATES, requireListedPaths } from './public-paths.ts';

const KB = 1024;
const toKb = (bytes: number) => `${bytes / KB} KB`;

function describeBytes({ bytes }: PublicPath): string {
  if (bytes === 0) return 'none';
  if (typeof bytes === 'number') return toKb(bytes);
  const { visitor, driver, administrator } = bytes;
  return `visitor ${toKb(visitor)}, driver ${toKb(driver)}, administrator ${toKb(administrator)}`;
}

function describeShare({ share }: PublicPath): string {
  if (share === undefined) return '';
  const person = share.person === undefined ? '' : `, ${share.person} for a person`;
  return `${share.name}: ${share.network} for a network${person}`;
}

const describeRow = (path: PublicPath) =>
  [
    `\`${path.path}${path.query ? `?${path.query.join('=')}` : ''}\`${path.isRest ? ' (the rest)' : ''}`,
    path.who,
    describeBytes(path),
    describeShare(path),
    (path.rates ?? []).map(({ name, hits, seconds }) => `${name}: ${hits} in ${seconds} s`).join(', '),
    path.database === undefined ? '' : `${REQUEST_TIMEOUT_MS / 1000} s`,
  ].join(' | ');

const DOCUMENT = `# Public paths

Every path of the server, written from \`server/http/public-paths.ts\`, which sets these limits. A handler whose path is missing there stops
the start. \`npx vitest run --project unit -u server/http/public-paths.unit.test.ts\` writes this page anew.

A body is read whole, within 5 seconds, before a turn is taken. A turn is waited for at most 5 seconds, by at most 100 requests of a
network or person, and ends with the response. A /48 of IPv6 addresses has four times the turns of a /64. What is rejected for this gets
503 with \`Retry-After\`. JSON is parsed by the handler, an XML document in a thread of its own. The data API gives each person and
each network of visitors, a /48 too, two statements at once, and the map divides the time of its thread between networks.

| path | who | longest body | at once | rate | time |
|---|---|---|---|---|---|
${PUBLIC_PATHS.map((path) => `| ${describeRow(path)} |`).join('\n')}
`;

test('docs/public-paths.md is what the server limits', async () => {
  await expect(DOCUMENT).toMatchFileSnapshot('../../docs/public-paths.md');
});

test('every rate is that of a path', () => {
  const listed = new Set(PUBLIC_PATHS.flatMap(({ rates = [] }) => rates.map(({ name }) => name)));
  const all = [...Object.values(LIMITS), ...Object.values(RATES)].map(({ name }) => name);
  expect(all.filter((name) => !listed.has(name))).toEqual([]);
});

test('a handler whose path is not listed stops the start, and middleware does not', () => {
  const app = new Hono().basePath('/functions/v1');
  app.use((_, next) => next());
  app.post('/ticket', (c) => c.text('listed'));
  expect(() => requireListedPaths(app as never)).not.toThrow();
  app.post('/ticket-of-others', (c) => c.text('new'));
  expect(() => requireListedPaths(app as never)).toThrow(
    '/functions/v1/ticket-of-others is not among the public paths',
  );
});

test.each([
  ['/auth/v1/token', '/auth/v1/token'],
  ['/auth/v1/factors/1/verify', '/auth/v1/factors/*'],
  ['/auth/v1/unknown', '/auth/v1/*'],
  ['/rest/v1/rpc/is_admin', '/rest/v1/rpc/:name'],
  ['/rest/v1/parking_zones', '/rest/v1/:table'],
  ['/functions/v1/payments/azul/approved', '/functions/v1/payments/azul/*'],
  ['/functions/v1/payments', '/functions/v1/payments/*'],
  ['/fe/unknown', '/fe/*'],
  ['/manifest.es.webmanifest', '/:file{manifest\\.\\w+\\.webmanifest}'],
  ['/reserve/1', '/*'],
])('%s has the limits of %s', (path, expected) => {
  expect(createPathFinder()(path, () => undefined).path).toBe(expected);
});

test('a session is renewed in turns of its own', () => {
  const findShare = (grant: string) => createPathFinder()('/auth/v1/token', () => grant).share?.name;
  expect(['refresh_token', 'password', ''].map(findShare)).toEqual(['renewal', 'sign-in', 'sign-in']);
});

test('what is counted in the database has turns, also once it is limited', () => {
  const counted = PUBLIC_PATHS.filter(({ rates = [] }) => rates.length > 0);
  expect(counted.filter(({ share }) => share === undefined)).toEqual([]);
});
