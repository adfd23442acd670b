import pTimeout from 'p-timeout';
import { getRemainingStartTime } from './start-deadline.ts';

/** The run-time configuration that the server provides to the browser. */
export type BrowserConfig = {
  supabaseUrl: string;
  supabaseKey: string;
  lockVendorName: string;
  /** Whether a new e-mail address is confirmed at the old one too; yes by default, as with Supabase. */
  doubleConfirmChanges?: boolean | undefined;
  maps: {
    provider: 'open' | 'google';
    googleMapsApiKey?: string | undefined;
    googleMapsMapId?: string | undefined;
    styleUrl: string;
    routerUrl: string;
    geocoderUrl: string;
  };
};

/** The server did not send the configuration in time, or at all. */
export class ServerNotReachableError extends Error {
  override name = 'ServerNotReachableError';
}

/** @throws ServerNotReachableError, or an Error when the configuration is malformed */
export async function loadBrowserConfig(): Promise<BrowserConfig> {
  const request = pTimeout(fetch('/config.json'), { milliseconds: getRemainingStartTime() });
  const response = await request.catch((cause: unknown) => {
    throw new ServerNotReachableError('config.json cannot be loaded', { cause });
  });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return parseConfig(await response.json());
}

// By hand, as every screen waits for this and Zod is as large as the landing screen.
function parseConfig(body: unknown): BrowserConfig {
  const { supabaseUrl, supabaseKey, lockVendorName, doubleConfirmChanges, maps } = parseObject(body);
  const { provider, googleMapsApiKey, googleMapsMapId, styleUrl, routerUrl, geocoderUrl } = parseObject(maps);
  if (provider !== 'open' && provider !== 'google') throw new Error('config.json names no known maps');
  const address = parseText(supabaseUrl);
  if (!URL.canParse(address)) throw new Error('config.json has no address of the data');
  return {
    supabaseUrl: address,
    supabaseKey: parseText(supabaseKey),
    lockVendorName: parseText(lockVendorName),
    doubleConfirmChanges: doubleConfirmChanges === undefined ? undefined : doubleConfirmChanges === true,
    maps: {
      provider,
      googleMapsApiKey: googleMapsApiKey === undefined ? undefined : parseText(googleMapsApiKey),
      googleMapsMapId: googleMapsMapId === undefined ? undefined : parseText(googleMapsMapId),
      styleUrl: parseText(styleUrl),
      routerUrl: parseText(routerUrl),
      geocoderUrl: parseText(geocoderUrl),
    },
  };
}

function parseObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('config.json is not what it should be');
  return { ...value };
}

function parseText(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error('config.json lacks a text');
  return value;
}
