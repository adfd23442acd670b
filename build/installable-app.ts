import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { m } from '#messages';
import { LANGUAGES, type Language } from '../domain/language/languages.ts';
import { collectFiles } from './web-weight.ts';

const SERVICE_WORKER = join(import.meta.dirname, '../web/service-worker.js');

/** What else the page needs to start without a connection: it is chosen in every language. */
const ALWAYS_KEPT = ['index.html', ...Object.keys(LANGUAGES).map((language) => `../domain/language/${language}.json`)];
/** The screens that work without a connection on a device that has opened any screen, and the part that a demo replaces. */
const OFFLINE_SCREENS = [
  'screens/intro.tsx',
  'screens/map.tsx',
  'screens/reservations.tsx',
  'samples/sample-reservations.tsx',
  'screens/parking-status.tsx',
  'screens/parking-rating.tsx',
];
/** What the frame of the app loads later and can do without: other screens, and the map that moves. */
const NEEDS_CONNECTION = /^(screens|samples|map)\//;
const FONT = /^figtree-latin-wght.*\.woff2$/;

/** The colours of web/ui/tokens.css: the canvas, and the brand behind the logo. */
const CANVAS = '#f7f4ef';
const BRAND = '#ff7a1a';

/** Makes the web app installable: a manifest for each language, and the service worker that caches what it needs to start. */
export const installableApp = (): Plugin[] => [webManifests(), appleTags(), serviceWorker()];

/** The page links the one of its language. */
function webManifests(): Plugin {
  return {
    name: 'web-manifests',
    apply: 'build',
    generateBundle() {
      for (const language of Object.keys(LANGUAGES) as Language[]) {
        const source = JSON.stringify(createManifest(language));
        this.emitFile({ type: 'asset', fileName: `manifest.${language}.webmanifest`, source });
      }
    },
  };
}

const SMALL_ICON = { src: '/icons/icon-192.png', sizes: '192x192' };

const createManifest = (locale: Language) => ({
  id: '/',
  name: 'Parqueo',
  short_name: 'Parqueo',
  description: m.app_description({}, { locale }),
  lang: locale,
  dir: 'ltr' as const,
  start_url: '/map',
  scope: '/',
  display: 'standalone' as const,
  background_color: BRAND,
  theme_color: CANVAS,
  categories: ['navigation', 'travel'],
  icons: [
    { ...SMALL_ICON, type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: m.action_park_now({}, { locale }), url: '/park-now', icons: [SMALL_ICON] },
    { name: m.reservations_title({}, { locale }), url: '/reservations', icons: [SMALL_ICON] },
  ],
});

/** Writes the service worker: its source, below the list of the files that it stores. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    // The manifest of the build, which tells what a screen imports, is written by then.
    writeBundle: { order: 'post', sequential: true, handler: ({ dir = '' }) => writeServiceWorker(dir) },
  };
}

function writeServiceWorker(folder: string): void {
  const fonts = readdirSync(join(folder, 'assets')).filter((file) => FONT.test(file));
  const sources = [...ALWAYS_KEPT, 'app/main.tsx', ...OFFLINE_SCREENS];
  const kept = collectFiles(folder, sources, (name) => !NEEDS_CONNECTION.test(name));
  const files = [...kept, 'icon.svg', 'city.svg', ...fonts.map((file) => `assets/${file}`)];
  const shell = ['/index.html', ...new Set(files.map((file) => `/${file}`))];
  const page = readFileSync(join(folder, 'index.html'));
  const version = createHash('sha256').update(page).update(shell.join()).digest('hex').slice(0, 16);
  const constants = `const VERSION = '${version}';\nconst SHELL = ${JSON.stringify(shell)};\n`;
  writeFileSync(join(folder, 'sw.js'), constants + readFileSync(SERVICE_WORKER, 'utf8'));
}

/** iOS reads these tags instead of the manifest. */
function appleTags(): Plugin {
  const splash = ({ file, width, height, ratio }: (typeof SPLASHES)[number]): HtmlTagDescriptor => ({
    tag: 'link',
    injectTo: 'head',
    attrs: {
      rel: 'apple-touch-startup-image',
      href: `/icons/${file}`,
      media: `(device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: portrait)`,
    },
  });
  return { name: 'apple-tags', transformIndexHtml: () => SPLASHES.map(splash) };
}

const SCREENS = [
  { width: 375, height: 667, ratio: 2 },
  { width: 390, height: 844, ratio: 3 },
  { width: 393, height: 852, ratio: 3 },
  { width: 402, height: 874, ratio: 3 },
  { width: 430, height: 932, ratio: 3 },
  { width: 440, height: 956, ratio: 3 },
] as const;

/** The splash screens of the app installed on iOS, which needs an exact size for each screen, in CSS px. */
export const SPLASHES = SCREENS.map((screen) => ({ ...screen, file: `splash-${screen.width}x${screen.height}.png` }));
