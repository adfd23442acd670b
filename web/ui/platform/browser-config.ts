import pTimeout from 'p-timeout';

/** How drivers reach the operator, each number as people write it. Either may be missing. */
export type SupportContacts = { phone?: string | undefined; whatsapp?: string | undefined };

/** The run-time configuration that the server provides to the browser. */
export type BrowserConfig = {
  supabaseUrl: string;
  supabaseKey: string;
  lockVendorName: string;
  /** Whether screens show sample data, as a demo does; not beside a static build unless its file says so. */
  samples: boolean;
  /** Whether a new e-mail address is confirmed at the old one too; yes by default, as with Supabase. */
  doubleConfirmChanges?: boolean | undefined;
  support?: SupportContacts | undefined;
  /** What the browser subscribes to push notifications with; absent where they are not set up. */
  pushKey?: string | undefined;
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

let support: SupportContacts = {};

/** As the configuration says; none before it is loaded. */
export function getSupportContacts(): SupportContacts {
  return support;
}

/** @throws ServerNotReachableError, or an Error when the configuration is malformed */
export async function loadBrowserConfig(): Promise<BrowserConfig> {
  const request = pTimeout(fetch('/config.json'), { milliseconds: getRemainingStartTime() });
  const response = await request.catch((cause: unknown) => {
    throw new ServerNotReachableError('config.json cannot be loaded', { cause });
  });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  const config = parseConfig(await response.json());
  support = config.support ?? {};
  return config;
}

// By hand, as every screen waits for this and Zod is as large as the landing screen.
function parseConfig(body: unknown): BrowserConfig {
  const { supabaseUrl, supabaseKey, lockVendorName, doubleConfirmChanges, maps, ...rest } = parseObject(body);
  const contacts = rest.support === undefined ? {} : parseObject(rest.support);
  const { provider, googleMapsApiKey, googleMapsMapId, styleUrl, routerUrl, geocoderUrl } = parseObject(maps);
  if (provider !== 'open' && provider !== 'google') throw new Error('config.json names no known maps');
  const address = parseText(supabaseUrl);
  if (!URL.canParse(address)) throw new Error('config.json has no address of the data');
  return {
    supabaseUrl: address,
    supabaseKey: parseText(supabaseKey),
    lockVendorName: parseText(lockVendorName),
    samples: rest.samples === true,
    doubleConfirmChanges: doubleConfirmChanges === undefined ? undefined : doubleConfirmChanges === true,
    pushKey: parseOptionalText(rest.pushKey),
    support: { phone: parseOptionalText(contacts.phone), whatsapp: parseOptionalText(contacts.whatsapp) },
    maps: {
      provider,
      googleMapsApiKey: parseOptionalText(googleMapsApiKey),
      googleMapsMapId: parseOptionalText(googleMapsMapId),
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

function parseOptionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : parseText(value);
}

function parseText(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error('config.json lacks a text');
  return value;
}

/** How long the product waits for the server, from its first request on, before it starts without it. */
const START_TIMEOUT_MS = 5000;

let startedAt: number | null = null;

/** What is left of the time to start, in milliseconds; it begins with the first call. */
export function getRemainingStartTime(): number {
  startedAt ??= Date.now();
  return Math.max(0, START_TIMEOUT_MS - (Date.now() - startedAt));
}
