import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config.ts';

/** What every answer carries, pages and data alike. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): MiddlewareHandler {
  return secureHeaders({
    // Over plain http the header means nothing, and a later https server on the same name decides for itself.
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=15552000' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    overwrite: false,
  });
}

const originOf = (url: string | undefined) => (url === undefined ? [] : [new URL(url).origin]);

/** What the web app may load and call: itself, the map's worker, and the outside services the operator configured. */
export function pagePolicy({ publicUrl, maps }: Pick<Config, 'publicUrl' | 'maps'>): MiddlewareHandler {
  // A style of the operator's names tiles and glyphs on hosts that only the style knows.
  const styleHosts = maps.styleUrl === undefined ? [] : ['https:', ...originOf(maps.styleUrl)];
  const services = [publicUrl, ...originOf(maps.routerUrl), ...originOf(maps.geocoderUrl), ...styleHosts];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The map and the toasts write style elements at run time.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...styleHosts],
      connectSrc: ["'self'", ...services],
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
