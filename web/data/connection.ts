import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { BrowserConfig } from '../platform/browser-config.ts';
import { fetchNotingShutOut } from './suspension.ts';

/** The product's one connection: its configuration and the data client. */
export type Connection = { config: BrowserConfig; client: SupabaseClient };

let current: Connection | null = null;

/** Opens the connection once; the session lives in the browser's storage and is shared across tabs. */
export function connect(config: BrowserConfig): Connection {
  const global = { fetch: fetchNotingShutOut };
  current ??= { config, client: createClient(config.supabaseUrl, config.supabaseKey, { global }) };
  return current;
}

/** The open connection. @throws when a screen is drawn before the product has started */
export function connection(): Connection {
  if (current === null) throw new Error('The product has not started: connect() comes first');
  return current;
}

/** The data client, for the `data.ts` of a capability. */
export function dataClient(): SupabaseClient {
  return connection().client;
}
