import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createOptions, setInstallation } from '../../domain/installation.ts';
import type { BrowserConfig } from '../ui/platform/browser-config.ts';
import { learnServerTime } from '../ui/platform/clock.ts';
import { learnConnected } from '../ui/platform/connection-state.ts';
import { deviceStorage } from '../ui/platform/device-storage.ts';
import { reportRejection, takesSessionInAddress } from './session-events.ts';
import { readTabletKey } from './stored-session.ts';

export type Connection = { config: BrowserConfig; client: SupabaseClient };

/** A driver who has just chosen now may confirm it a moment later; the database allows five minutes. */
const MAX_MINUTES_SINCE_NOW = 2;

let current: Connection | null = null;

/** Creates the connection at the first call and returns it from then on. */
export function connect(config: BrowserConfig): Connection {
  const storage = { storage: deviceStorage, ...(readTabletKey() && { storageKey: readTabletKey() ?? '' }) };
  const options = {
    auth: { ...storage, detectSessionInUrl: takesSessionInAddress, experimental: { recoveryCodes: true } },
    global: { fetch: observedFetch },
  };
  setInstallation(createOptions(config.samples));
  if (!config.samples) setInstallation({ maxStartAgeMinutes: MAX_MINUTES_SINCE_NOW });
  current ??= { config, client: createClient(config.supabaseUrl, config.supabaseKey, options) };
  return current;
}

/** @throws before `connect` was called, which the router does ahead of the first screen that needs it */
export function connection(): Connection {
  if (current === null) throw new Error('The product has not started: connect() comes first');
  return current;
}

export function dataClient(): SupabaseClient {
  return connection().client;
}

/** Whether this is a demo. Rules ask for an option of the installation instead, and screens are replaced by `web/samples/`. */
export function showsSamples(): boolean {
  return connection().config.samples;
}

/** The `fetch` of the data client. A response tells that there is a connection, the time, and perhaps that the session has ended. */
const observedFetch: typeof fetch = async (input, init) => {
  const sentAt = Date.now();
  const response = await fetch(input, init);
  learnConnected(sentAt);
  learnServerTime(response, sentAt);
  if (!response.url.includes('/auth/v1/')) return response;
  await reportRejection(response, init);
  return response.ok ? withoutServerExpiry(response) : response;
};

/**
 * Leaves out when a token ends by the server's clock, so that the client counts its seconds by the clock of the device. A device that
 * is two hours ahead would otherwise renew its token before each request.
 */
async function withoutServerExpiry(response: Response): Promise<Response> {
  const { expires_at, ...session } =
    (await response
      .clone()
      .json()
      .catch(() => null)) ?? {};
  return expires_at && session.expires_in ? new Response(JSON.stringify(session), response) : response;
}
