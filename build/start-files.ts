import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { collectFiles } from './web-weight.ts';

const ENTRY = 'index.html';
/** What the entry imports once it has the texts. */
const PRODUCT = 'app/main.tsx';
/** What the router loads before each screen. */
const CONNECTED = 'app/root.tsx';
/** The screens where people arrive. */
const SCREENS = { '/map': 'screens/map.tsx', '/login': 'screens/log-in.tsx', '/zones': 'screens/zones.tsx' };

/** The map that moves, which /map fetches while nobody touches it. */
const MOVING_MAP = ['map/open/open-map.tsx', '../node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs'];

/** What these screens read from the server's settings before they are shown. */
const CONFIG = '/config.json';

/** The tags by which the browser would run the product and wait for its styles, and what they become. */
const REPLACED = [
  [
    /<script type="module" crossorigin src=("[^"]+")><\/script>/,
    '<link rel="modulepreload" fetchpriority="low" crossorigin href=$1>',
  ],
  [/<link rel="stylesheet" crossorigin/, '<link rel="preload" as="style" crossorigin'],
] as const;

/**
 * Writes into the page which files the product and each of these screens start with. A script of the page runs the entry
 * after the first paint, and requests those of the screen then; the router would request them only after it has run itself.
 * Scripts are requested with a low priority, so that the font and the styles of that paint arrive before them.
 */
export const startFiles: Plugin = {
  name: 'start-files',
  apply: 'build',
  // The manifest of the build, which tells what a screen imports, is written by then.
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: ({ dir = '' }) => {
      const page = join(dir, ENTRY);
      writeFileSync(page, addStartFiles(REPLACED.reduce(replaceOnce, readFileSync(page, 'utf8')), dir));
    },
  },
};

/** @throws when the page lacks the tag */
function replaceOnce(html: string, [tag, replacement]: (typeof REPLACED)[number]): string {
  if (!tag.test(html)) throw new Error(`The page has no tag like ${tag.source}`);
  return html.replace(tag, replacement);
}

const isScript = (file: string) => file.endsWith('.js');
const toAddress = (file: string) => `/${file}`;

/** @throws when the build lacks a file that the page starts with */
function addStartFiles(html: string, folder: string): string {
  const entryFiles = collectFiles(folder, [ENTRY]);
  const own = collectFiles(folder, [ENTRY, PRODUCT]);
  const productScripts = own.filter((file) => isScript(file) && !entryFiles.includes(file)).map(toAddress);
  const firstMap = collectFiles(folder, [ENTRY, PRODUCT, CONNECTED, SCREENS['/map']]);
  const movingMap = collectFiles(folder, MOVING_MAP).filter((file) => !firstMap.includes(file));
  const screens = Object.entries(SCREENS).map(([path, screen]) => {
    const files = collectFiles(folder, [CONNECTED, screen]).filter((file) => !own.includes(file));
    return [path, [...files.map(toAddress), CONFIG]];
  });
  const list = JSON.stringify({
    entry: entryFiles.filter(isScript).map(toAddress).at(-1),
    imports: productScripts.slice(0, -1),
    styles: own.filter((file) => file.endsWith('.css')).map(toAddress),
    screens: Object.fromEntries(screens),
    movingMap: movingMap.map(toAddress),
  });
  // Vite writes those of the entry itself.
  const links = productScripts.map(
    (href) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}">`,
  );
  return html
    .replace('<head>', () => `<head><script type="application/json" id="start-files">${list}</script>`)
    .replace('</head>', `${links.join('\n')}</head>`);
}
