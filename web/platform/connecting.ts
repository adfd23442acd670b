import { loadBrowserConfig } from './browser-config.ts';

let opening: Promise<void> | null = null;

/** Opens the connection, once: loads its configuration and the data client. The landing screen is drawn without either. */
export function connected(): Promise<void> {
  opening ??= open().catch((error: unknown) => {
    // The next one who asks tries again.
    opening = null;
    throw error;
  });
  return opening;
}

async function open(): Promise<void> {
  const [config, { connect }] = await Promise.all([loadBrowserConfig(), import('./connection.ts')]);
  connect(config);
}
