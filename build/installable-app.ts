import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { m } from '#messages';
import type { Language } from '../domain/language/languages.ts';
import { SPLASHES } from './splashes.ts';
import { collectFiles } from './web-weight.ts';

const BUILDS = join(import.meta.dirname, '../dist/web');
const DAY_S = 86_400;

/** What works offline: the landing screen, the frame of the map, the current reservation, ending it, and tickets. */
const SHELL = [
  'index.html',
  'app/signed-in-background.tsx',
  'app/root.tsx',
  'app/live-screens.tsx',
  'screens/intro.tsx',
  'screens/map.tsx',
  'screens/parking-status.tsx',
  'screens/parking-rating.tsx',
  'screens/reservations.tsx',
];
const ALWAYS_CACHED = [/^index\.html$/, /^icon\.svg$/, /^assets\/figtree-latin-wght/, /^assets\/workbox-window/];

/** The colours of web/ui/tokens.css: the canvas, and the brand behind the logo. */
const CANVAS = '#f7f4ef';
const BRAND = '#ff7a1a';

/** Makes the web app of a language installable: its manifest, and the service worker that caches what it needs to start. */
export function installableApp(language: Language): (Plugin | Plugin[])[] {
  return [VitePWA({ ...serviceWorker(language), manifest: manifest(language) }) as Plugin[], appleTags()];
}

const manifest = (locale: Language) => ({
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
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    {
      name: m.action_park_now({}, { locale }),
      url: '/park-now',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }],
    },
    {
      name: m.reservations_title({}, { locale }),
      url: '/reservations',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }],
    },
  ],
});

const serviceWorker = (language: Language): Parameters<typeof VitePWA>[0] => ({
  // A new version waits until the user accepts it; update-notice.tsx offers it.
  registerType: 'prompt',
  injectRegister: false,
  workbox: {
    globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css,woff2}'],
    manifestTransforms: [
      (entries) => {
        const shell = new Set(collectFiles(join(BUILDS, language), SHELL));
        const isCached = (url: string) => shell.has(url) || ALWAYS_CACHED.some((pattern) => pattern.test(url));
        return { manifest: entries.filter(({ url }) => isCached(url)), warnings: [] };
      },
    ],
    inlineWorkboxRuntime: true,
    importScripts: ['/notifications.js'],
    sourcemap: false,
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    // Only the routes below respond to page requests.
    navigateFallback: null,
    directoryIndex: null,
    // Responses about people, of the data API, the sign-in and the functions, are never cached.
    runtimeCaching: [
      {
        urlPattern: ({ request, url, sameOrigin }) =>
          sameOrigin &&
          request.mode === 'navigate' &&
          !/^\/(rest|auth|functions|maps|open|mailbox|ticket|metrics|healthz|readyz)(\/|$)|\.[a-z0-9]+$/.test(
            url.pathname,
          ),
        handler: 'NetworkOnly',
        // The page comes with the server's current security policy; the cached one is for times offline.
        options: { precacheFallback: { fallbackURL: 'index.html' } },
      },
      {
        urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json',
        handler: 'NetworkFirst',
        options: { cacheName: 'config', networkTimeoutSeconds: 3 },
      },
      {
        urlPattern: ({ url, sameOrigin }) =>
          sameOrigin && /^\/assets\/.+\.(m?js|css|woff2|svg|png)$/.test(url.pathname),
        handler: 'CacheFirst',
        options: {
          cacheName: 'assets',
          cacheableResponse: { statuses: [200] },
          expiration: { maxEntries: 200, maxAgeSeconds: 30 * DAY_S, purgeOnQuotaError: true },
        },
      },
    ],
  },
});

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
