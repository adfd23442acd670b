import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Script, scriptsOf } from './web-weight.ts';

// What the screens weigh, in bytes after Brotli; run after the build. A screen over its budget fails with what it loads.

const BUILD = join(import.meta.dirname, '../dist/web');
const BYTES_PER_KB = 1000;
const LISTED = 12;

const START = ['index.html'];
/** What the router loads before every screen but the landing screen. */
const CONNECTED = [...START, 'app/root.tsx'];

const MAP = [...CONNECTED, 'screens/map.tsx', 'map/open/open-map.tsx'];
/** It draws beside the page, which does not wait for it. */
const MAP_WORKER = '../node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs';

const BUDGETS = [
  { screen: '/intro', kilobytes: 120, sources: [...START, 'screens/intro.tsx'] },
  { screen: '/login', kilobytes: 200, sources: [...CONNECTED, 'screens/log-in.tsx'] },
  { screen: '/map, with its search', kilobytes: 520, sources: [...MAP, 'map/search/place-search-box.tsx'] },
  { screen: "the map's worker", kilobytes: 130, sources: [MAP_WORKER] },
];

const kilobytesOf = (bytes: number) => (bytes / BYTES_PER_KB).toFixed(1).padStart(6);

function list(scripts: readonly Script[]): void {
  for (const { file, bytes } of scripts.slice(0, LISTED)) console.log(`  ${kilobytesOf(bytes)} KB  ${file}`);
  if (scripts.length > LISTED) console.log(`             and ${scripts.length - LISTED} smaller ones`);
}

/** Scripts and foreign documents hold up the first paint; styles and what is marked as later do not count. */
function blockingScripts(html: string): string[] {
  const head = html.slice(0, html.indexOf('</head>'));
  return [...head.matchAll(/<script\b[^>]*\bsrc=[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/type="module"|\b(defer|async)\b/.test(tag));
}

let isOver = false;
for (const { screen, kilobytes, sources } of BUDGETS) {
  const scripts = scriptsOf(BUILD, sources);
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  const isTooHeavy = bytes > kilobytes * BYTES_PER_KB;
  console.log(`${kilobytesOf(bytes)} KB of ${kilobytes} KB  ${screen}${isTooHeavy ? '  is over its budget:' : ''}`);
  if (isTooHeavy) list(scripts);
  isOver ||= isTooHeavy;
}
for (const tag of blockingScripts(readFileSync(join(BUILD, 'index.html'), 'utf8'))) {
  console.log(`The page waits for a script before it paints: ${tag}`);
  isOver = true;
}
process.exit(isOver ? 1 : 0);
