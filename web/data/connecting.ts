import { loadBrowserConfig } from '../platform/browser-config.ts';

let opening: Promise<void> | null = null;
const wanted = Promise.withResolvers<void>();

/** Resolves when the connection is asked for by whoever cannot do without it. */
export const whenWanted = (): Promise<void> => wanted.promise;

/** Opens the connection, once: loads its configuration and the data client. The landing screen is drawn without either. */
export function connected(): Promise<void> {
  wanted.resolve();
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
