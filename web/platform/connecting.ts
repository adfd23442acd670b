import type { BrowserConfig } from './browser-config.ts';

let config: BrowserConfig | null = null;
let opening: Promise<void> | null = null;

/** Says what to connect to, before anything asks for the connection. */
export function connectTo(wanted: BrowserConfig): void {
  config = wanted;
}

/** Loads the data client and opens the connection, once. The landing screen is drawn without it. */
export function connected(): Promise<void> {
  opening ??= open().catch((error: unknown) => {
    // The next one who asks tries again.
    opening = null;
    throw error;
  });
  return opening;
}

async function open(): Promise<void> {
  if (config === null) throw new Error('The product has not started: connectTo() comes first');
  const { connect } = await import('./connection.ts');
  connect(config);
}
