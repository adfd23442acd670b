import { connection } from '../data/connection.ts';

const BUILT_IN_PATH = '/maps/style.json';

/** The maps service rejects the key. Its library asks once per page, so only a reload can try again. */
export class InvalidMapKeyError extends Error {
  override name = 'InvalidMapKeyError';
}

/** Whether Google draws the map, searches and routes, as the operator configured a key. */
export function usesGoogle(): boolean {
  return connection().config.maps.provider === 'google';
}

/** Whether the product's own server can draw pictures of the map. */
export const hasStillPictures = () => !usesGoogle() && hasBuiltInStyle();

/** Whether the product's own server provides the style, and not the operator. */
function hasBuiltInStyle(): boolean {
  const { supabaseUrl, maps } = connection().config;
  const url = new URL(maps.styleUrl, window.location.href);
  return url.pathname === BUILT_IN_PATH && url.origin === new URL(supabaseUrl).origin;
}

/** The built-in style follows the theme of the page. */
export function getStyleUrl(theme: string | undefined): string {
  const url = new URL(connection().config.maps.styleUrl, window.location.href);
  if (hasBuiltInStyle()) url.searchParams.set('theme', theme === 'dark' ? 'dark' : 'light');
  return url.href;
}

const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;

/**
 * Loads code from the network, with 3 retries after pauses of 1, 2 and 4 s. By hand, as p-retry does not retry the TypeError
 * of an `import()` that failed.
 * @param onFailure called for each failed attempt
 * @throws the error of the last attempt
 */
export async function withRetries<T>(load: () => Promise<T>, onFailure?: (cause: unknown) => void): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await load();
    } catch (cause) {
      onFailure?.(cause);
      if (failures === RETRIES) throw cause;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** failures));
    }
  }
}

/** Calls back once the page has nothing else to do; never on a phone, whose processor and battery wait for a touch. */
export function whenIdle(callback: () => void): () => void {
  if (!window.matchMedia('(pointer: fine)').matches || !('requestIdleCallback' in window)) return () => undefined;
  const handle = requestIdleCallback(callback);
  return () => cancelIdleCallback(handle);
}
