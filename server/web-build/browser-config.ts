import { Hono } from 'hono';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Config } from '../config.ts';
import type { Keys } from '../keys/open-keys.ts';
import { getPublicPushKey } from '../notifications/push-sender.ts';

/** `/config.json`: the settings of the web app, none of them secret. */
export function createBrowserConfig(
  config: Config,
  { publishableKey, pushKey }: Pick<Keys, 'publishableKey' | 'pushKey'>,
): Hono<AppEnv> {
  const { googleMapsApiKey, googleMapsMapId, styleUrl, routerUrl, geocoderUrl } = config.maps;
  const body = {
    supabaseUrl: config.publicUrl,
    supabaseKey: publishableKey,
    lockVendorName: config.lockVendor.name,
    doubleConfirmChanges: config.auth.doubleConfirmChanges,
    samples: config.samples,
    /** What browsers subscribe to push notifications with; absent where there are none. */
    pushKey: pushKey && getPublicPushKey(pushKey),
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
