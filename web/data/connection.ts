import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createOptions, setInstallation } from '../../domain/installation.ts';
import type { BrowserConfig } from '../ui/platform/browser-config.ts';
import { deviceStorage } from '../ui/platform/device-storage.ts';
import { observedFetch } from './observed-fetch.ts';
import { takesSessionInAddress } from './session-events.ts';

export type Connection = { config: BrowserConfig; client: SupabaseClient };

/** A driver who has just chosen now may confirm it a moment later; the database allows five minutes. */
const MAX_MINUTES_SINCE_NOW = 2;

let current: Connection | null = null;

/** Creates the connection at the first call and returns it from then on. */
export function connect(config: BrowserConfig): Connection {
  const options = {
    auth: { storage: deviceStorage, detectSessionInUrl: takesSessionInAddress, experimental: { recoveryCodes: true } },
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
