import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config/config.ts';

/** Sets security headers on every response, unless its handler sets them. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): MiddlewareHandler {
  return secureHeaders({
    overwrite: false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    // Browsers ignore the header over plain http. Subdomains may belong to other servers.
    strictTransportSecurity: publicUrl.startsWith('https:') && 'max-age=15552000',
  });
}

const toOrigins = (url: string | undefined) => (url === undefined ? [] : [new URL(url).origin]);

/** Sources from the content security policy guide of Google's Maps JavaScript API, without inline scripts. */
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

type PagePolicyOptions = {
  /** Hashes of the page's inline scripts, as sources. */
  inlineScripts?: readonly string[];
  /** Where a page may post a form, besides this server. */
  formOrigins?: readonly string[] | undefined;
  /** For a worker: whether it compiles WebAssembly, as the reader of codes does. */
  compilesWasm?: boolean;
};

/** Lets the web app load and call itself, the map's worker and the configured outside services. */
export function pagePolicy(
  { publicUrl, maps }: Pick<Config, 'publicUrl' | 'maps'>,
  { inlineScripts = [], formOrigins = [], compilesWasm = false }: PagePolicyOptions = {},
): MiddlewareHandler {
  // Only the operator's style knows the hosts of its tiles and glyphs.
  const styleHosts = maps.styleUrl === undefined ? [] : ['https:', ...toOrigins(maps.styleUrl)];
  const services = [publicUrl, ...toOrigins(maps.routerUrl), ...toOrigins(maps.geocoderUrl), ...styleHosts];
  const google = maps.googleMapsApiKey === undefined ? NO_GOOGLE : GOOGLE;
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts, ...(compilesWasm ? ["'wasm-unsafe-eval'"] : []), ...google.scripts],
      // The map and the toasts add style elements at run time.
      styleSrc: ["'self'", "'unsafe-inline'", ...google.styles],
      fontSrc: ["'self'", ...google.fonts],
      imgSrc: ["'self'", 'data:', 'blob:', publicUrl, ...styleHosts, ...google.images],
      connectSrc: ["'self'", ...services, ...google.connections],
      frameSrc: google.frames.length === 0 ? ["'none'"] : google.frames,
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'", ...formOrigins],
      frameAncestors: ["'none'"],
    },
    permissionsPolicy: { geolocation: ['self'], camera: ['self'], microphone: [], payment: [] },
    strictTransportSecurity: false,
    referrerPolicy: false,
    xFrameOptions: false,
  });
}
