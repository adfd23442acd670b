import pTimeout from 'p-timeout';

/** How drivers reach the operator, each number as people write it. Either may be missing. */
type SupportContacts = { phone?: string | undefined; whatsapp?: string | undefined };

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

/** The operator's contacts; none before the configuration is loaded. */
export function getSupportContacts(): SupportContacts {
  return support;
}

let loading: Promise<BrowserConfig> | null = null;

/** Loads the configuration once. @throws ServerNotReachableError, or an Error when the server sends no configuration */
export function loadBrowserConfig(): Promise<BrowserConfig> {
  loading ??= requestConfig().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function requestConfig(): Promise<BrowserConfig> {
  const request = pTimeout(fetch('/config.json'), { milliseconds: getRemainingStartTime() });
  const response = await request.catch((cause: unknown) => {
    throw new ServerNotReachableError('config.json cannot be loaded', { cause });
  });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  // The response is not parsed: it is the operator's own, and Zod is as large as the landing screen.
  const config: BrowserConfig = { samples: false, ...(await response.json()) };
  support = config.support ?? {};
  return config;
}

/** How long the product waits for the server, from its first request on, before it starts without it. */
const START_TIMEOUT_MS = 5000;

let startedAt: number | null = null;

/** What is left of the time to start, in milliseconds; it begins with the first call. */
export function getRemainingStartTime(): number {
  startedAt ??= Date.now();
  return Math.max(0, START_TIMEOUT_MS - (Date.now() - startedAt));
}
