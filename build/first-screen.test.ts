import { runInNewContext } from 'node:vm';
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { firstScreen } from './first-screen.ts';

const PAGE = '<html><head><title>Parqueo</title><script src="/start.js"></script></head></html>';

const chunk = (fileName: string, source: string, imports: string[] = []) => ({
  type: 'chunk',
  fileName,
  imports,
  moduleIds: [`/srv${source}`],
});
const CHUNKS = [
  chunk('start.js', '/web/app/main.tsx'),
  chunk('shared.js', '/web/ui/card.tsx', ['start.js']),
  chunk('intro.js', '/web/screens/intro.tsx', ['start.js']),
  chunk('connected.js', '/web/data/connection.ts', ['start.js']),
  chunk('toaster.js', '/web/ui/toaster.tsx', ['start.js']),
  chunk('map.js', '/web/screens/map.tsx', ['connected.js', 'shared.js']),
];

function pageOf(chunks: typeof CHUNKS): string {
  const hook = firstScreen().transformIndexHtml;
  if (typeof hook !== 'object') throw new Error('The plugin changes no page');
  const bundle = Object.fromEntries(chunks.map((part) => [part.fileName, part])) as unknown as Rolldown.OutputBundle;
  const page = Reflect.apply(hook.handler, {}, [PAGE, { bundle }]);
  if (typeof page !== 'string') throw new Error('The page is no text');
  return page;
}

/** What the page asks for by itself when somebody opens it at an address. */
function askedFor(pathname: string): string[] {
  const [, script = ''] = /<script>([^<]+)<\/script>/.exec(pageOf(CHUNKS)) ?? [];
  const links: { href: string; rel: string }[] = [];
  const document = { createElement: () => ({}), head: { append: (link: (typeof links)[number]) => links.push(link) } };
  runInNewContext(script, { location: { pathname }, document });
  return links.map(({ rel, href }) => `${rel} ${href}`).toSorted();
}

test('the page asks for what its address starts with, and for nothing that stands in it already', () => {
  expect(askedFor('/intro')).toEqual(['modulepreload /intro.js']);
  expect(askedFor('/map')).toEqual([
    'modulepreload /connected.js',
    'modulepreload /map.js',
    'modulepreload /shared.js',
    'modulepreload /toaster.js',
    'preload /config.json',
  ]);
});

test('any other screen has its connection asked for', () => {
  expect(askedFor('/wallet')).toEqual([
    'modulepreload /connected.js',
    'modulepreload /toaster.js',
    'preload /config.json',
  ]);
});

test('a build without one of the screens is refused', () => {
  expect(() => pageOf(CHUNKS.slice(0, -1))).toThrow('The build holds no web/screens/map.tsx');
});
