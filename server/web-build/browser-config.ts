import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import type { Config } from '../config.ts';

/** `/config.json`: the settings of the web app, none of them secret. */
export function createBrowserConfig(config: Config, publishableKey: string): Hono<AppEnv> {
  const { googleMapsApiKey, googleMapsMapId, styleUrl, routerUrl, geocoderUrl } = config.maps;
  const body = {
    supabaseUrl: config.publicUrl,
    supabaseKey: publishableKey,
    lockVendorName: config.lockVendor.name,
    doubleConfirmChanges: config.auth.doubleConfirmChanges,
    samples: config.samples,
    support: config.support,
    maps: {
      provider: googleMapsApiKey === undefined ? 'open' : 'google',
      googleMapsApiKey,
      googleMapsMapId,
      styleUrl: styleUrl ?? `${config.publicUrl}/maps/style.json`,
      routerUrl: routerUrl ?? `${config.publicUrl}/maps`,
      geocoderUrl: geocoderUrl ?? `${config.publicUrl}/maps`,
    },
  };
  return new Hono<AppEnv>().get('/config.json', (c) => {
    c.header('cache-control', 'no-cache');
    return c.json(body);
  });
}
