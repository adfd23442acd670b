import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectScripts, type Script } from './web-weight.ts';

// Checks what the screens load against their budgets, in bytes after Brotli. Run it after the build.

const BUILD = join(import.meta.dirname, '../dist/web');
const BYTES_PER_KB = 1000;
const MAX_LISTED = 12;

/** With the larger catalogue. */
const START = ['index.html', 'app/main.tsx', '../domain/language/es.json'];
/** What the router loads before every screen but the landing screen. */
const CONNECTED = [...START, 'app/root.tsx'];

/** The still picture of the map, with its pins. */
const FIRST_MAP = [...CONNECTED, 'screens/map.tsx'];
const MAP_SEARCH = 'map/search/place-search-box.tsx';
/** The worker runs in its own thread, beside the page. */
const MAP_WORKER = '../node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs';

const BUDGETS = [
  { screen: 'the start', kilobytes: 148, sources: START },
  { screen: '/intro', kilobytes: 150, sources: [...START, 'screens/intro.tsx'] },
  { screen: '/login', kilobytes: 241, sources: [...CONNECTED, 'screens/log-in.tsx'] },
  { screen: '/p/:sign', kilobytes: 349, sources: [...CONNECTED, 'screens/park-from-sign.tsx'] },
  { screen: '/map', kilobytes: 259, sources: FIRST_MAP },
  {
    screen: '/map, once it moves and searches',
    kilobytes: 560,
    sources: [...FIRST_MAP, MAP_SEARCH, 'map/open/open-map.tsx'],
  },
  { screen: "the map's worker", kilobytes: 126, sources: [MAP_WORKER] },
];

const formatKilobytes = (bytes: number) => (bytes / BYTES_PER_KB).toFixed(1).padStart(6);

function list(scripts: readonly Script[]): void {
  for (const { file, bytes } of scripts.slice(0, MAX_LISTED)) console.log(`  ${formatKilobytes(bytes)} KB  ${file}`);
  if (scripts.length > MAX_LISTED) console.log(`             and ${scripts.length - MAX_LISTED} smaller ones`);
}

/** Scripts and styles in the head that delay the first paint. */
function blockingTags(html: string): string[] {
  const head = html.slice(0, html.indexOf('</head>'));
  return [...head.matchAll(/<script\b[^>]*\bsrc=[^>]*>|<link\b[^>]*\brel="stylesheet"[^>]*>/g)].map(([tag]) => tag);
}

let hasFailed = false;
for (const { screen, kilobytes, sources } of BUDGETS) {
  const scripts = collectScripts(BUILD, sources);
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  const isOverBudget = bytes > kilobytes * BYTES_PER_KB;
  console.log(
    `${formatKilobytes(bytes)} KB of ${kilobytes} KB  ${screen}${isOverBudget ? '  is over its budget:' : ''}`,
  );
  if (isOverBudget) list(scripts);
  hasFailed ||= isOverBudget;
}
for (const tag of blockingTags(readFileSync(join(BUILD, 'index.html'), 'utf8'))) {
  console.log(`The page waits for a file before it paints: ${tag}`);
  hasFailed = true;
}
process.exit(hasFailed ? 1 : 0);
