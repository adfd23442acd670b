import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from '../caller.ts';
import type { Config } from '../config.ts';

/** What a browser heeds of any answer. */
const COMMON_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What it heeds of a page, a script or a file only. */
const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/**
 * What answers carry, unless they say otherwise themselves. Who makes many small answers of data takes what those need into
 * them from `commonHeaders` and says so: to change the headers of a finished answer costs more than to route it.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): MiddlewareHandler<AppEnv> {
  // Over plain http the header means nothing, and a later https server on the same name decides for itself.
  const transport = publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=15552000' } : {};
  const common: Readonly<Record<string, string>> = { ...COMMON_HEADERS, ...transport };
  const all = Object.entries({ ...common, ...PAGE_HEADERS });
  return async function addSecurityHeaders(c, next) {
    c.set('commonHeaders', { ...common, 'x-request-id': c.get('requestId') });
    await next();
    if (c.get('hasCommonHeaders')) return;
    const { headers } = c.res;
    for (const [name, value] of all) if (!headers.has(name)) headers.set(name, value);
  };
}

const originOf = (url: string | undefined) => (url === undefined ? [] : [new URL(url).origin]);

/**
 * What Google's Maps JavaScript API needs, as its content security policy guide lists it, without the inline scripts of that
 * list, which its strict variant does not allow either.
 */
const GOOGLE_API = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com'];
const GOOGLE = {
  scripts: ["'unsafe-eval'", 'blob:', ...GOOGLE_API, 'https://*.ggpht.com', 'https://*.googleusercontent.com'],
  styles: ['https://fonts.googleapis.com'],
  fonts: ['https://fonts.gstatic.com'],
  images: [...GOOGLE_API, 'https://*.googleusercontent.com'],
  connections: [...GOOGLE_API, 'data:', 'blob:'],
  frames: ['https://*.google.com'],
};
const NO_GOOGLE: typeof GOOGLE = { scripts: [], styles: [], fonts: [], images: [], connections: [], frames: [] };

/**
 * What the web app may load and call: itself, the map's worker, and the outside services the operator configured.
 * @param inlineScripts the scripts that stand in the page, as sources with their hash
 */
export function pagePolicy(
  { publicUrl, maps }: Pick<Config, 'publicUrl' | 'maps'>,
  inlineScripts: readonly string[] = [],
): MiddlewareHandler {
  // A style of the operator's names tiles and glyphs on hosts that only the style knows.
  const styleHosts = maps.styleUrl === undefined ? [] : ['https:', ...originOf(maps.styleUrl)];
  const services = [publicUrl, ...originOf(maps.routerUrl), ...originOf(maps.geocoderUrl), ...styleHosts];
  const google = maps.googleMapsApiKey === undefined ? NO_GOOGLE : GOOGLE;
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts, ...google.scripts],
      // The map and the toasts write style elements at run time.
      styleSrc: ["'self'", "'unsafe-inline'", ...google.styles],
      fontSrc: ["'self'", ...google.fonts],
      imgSrc: ["'self'", 'data:', 'blob:', ...styleHosts, ...google.images],
      connectSrc: ["'self'", ...services, ...google.connections],
      frameSrc: google.frames.length === 0 ? ["'none'"] : google.frames,
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    permissionsPolicy: { geolocation: ['self'], camera: [], microphone: [], payment: [] },
    strictTransportSecurity: false,
    referrerPolicy: false,
    xFrameOptions: false,
  });
}
