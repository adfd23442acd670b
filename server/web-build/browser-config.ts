import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import type { Config } from '../config.ts';

/** `/config.json`: what the browser needs to know, and no secret. */
export function createBrowserConfig({
  config,
  publishableKey,
}: {
  config: Config;
  publishableKey: string;
}): Hono<AppEnv> {
  const { googleMapsApiKey, googleMapsMapId, styleUrl, routerUrl, geocoderUrl } = config.maps;
  const answer = {
    supabaseUrl: config.publicUrl,
    supabaseKey: publishableKey,
    lockVendorName: config.lockVendor.name,
    doubleConfirmChanges: config.auth.doubleConfirmChanges,
    maps: {
      provider: googleMapsApiKey === undefined ? 'open' : 'google',
      ...(googleMapsApiKey === undefined ? {} : { googleMapsApiKey }),
      ...(googleMapsMapId === undefined ? {} : { googleMapsMapId }),
      styleUrl: styleUrl ?? `${config.publicUrl}/maps/style.json`,
      routerUrl: routerUrl ?? `${config.publicUrl}/maps`,
      geocoderUrl: geocoderUrl ?? `${config.publicUrl}/maps`,
    },
  };
  return new Hono<AppEnv>().get('/config.json', (c) => {
    c.header('cache-control', 'no-cache');
    return c.json(answer);
  });
}
