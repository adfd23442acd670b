import { expect, type Page } from '@playwright/test';

/** What the browser says of each request that finds no connection, or no file any more. */
export const OFFLINE_ERRORS = [
  /ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|dynamically imported module/,
];

/** Waits until the service worker answers for this page and keeps what the product starts with. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(() => page.evaluate('caches.match("/config.json").then(Boolean)')).toBe(true);
}
