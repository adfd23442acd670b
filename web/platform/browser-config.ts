/** What the operator's server tells the browser: where the data is, which key names the product, which maps to use. */
export type BrowserConfig = {
  supabaseUrl: string;
  supabaseKey: string;
  lockVendorName: string;
  /** Whether a new e-mail address is confirmed at the old one too; so it is unless said otherwise, as with Supabase. */
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

/** Fetches the run-time configuration that stands beside the web build. @throws when it is missing or malformed */
export async function loadBrowserConfig(): Promise<BrowserConfig> {
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`);
  return parse(await answer.json());
}

// By hand, as every screen waits for this and the library for it is as large as the landing screen.
function parse(answer: unknown): BrowserConfig {
  const { supabaseUrl, supabaseKey, lockVendorName, doubleConfirmChanges, maps } = record(answer);
  const { provider, googleMapsApiKey, googleMapsMapId, styleUrl, routerUrl, geocoderUrl } = record(maps);
  if (provider !== 'open' && provider !== 'google') throw new Error('config.json names no known maps');
  const address = text(supabaseUrl);
  if (!URL.canParse(address)) throw new Error('config.json has no address of the data');
  return {
    supabaseUrl: address,
    supabaseKey: text(supabaseKey),
    lockVendorName: text(lockVendorName),
    doubleConfirmChanges: doubleConfirmChanges === undefined ? undefined : doubleConfirmChanges === true,
    maps: {
      provider,
      googleMapsApiKey: googleMapsApiKey === undefined ? undefined : text(googleMapsApiKey),
      googleMapsMapId: googleMapsMapId === undefined ? undefined : text(googleMapsMapId),
      styleUrl: text(styleUrl),
      routerUrl: text(routerUrl),
      geocoderUrl: text(geocoderUrl),
    },
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('config.json is not what it should be');
  return { ...value };
}

function text(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error('config.json lacks a text');
  return value;
}
