import type { Page } from '@playwright/test';
import { expect, test } from './people.ts';

test.use({ drawsMap: true, serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

/** Starts the map that moves, and waits until it is drawn. */
async function moveMap(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Map of parking zones' })).toBeVisible();
  await page.mouse.click(200, 180);
  await expect(page.locator('canvas')).toBeVisible();
}

/** Whether the service worker has stored tiles, and all else that the page requested of the map. */
const isStored = (page: Page) =>
  page.evaluate(`(async () => {
    const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    const ofMap = urls.filter(({ pathname }) => pathname.startsWith('/maps/'));
    const stored = await Promise.all(ofMap.map(({ href }) => caches.match(href, { ignoreVary: true })));
    return ofMap.some(({ pathname }) => pathname.endsWith('.mvt')) && stored.every(Boolean);
  })()`);

test('the region that was seen at the first visit is drawn without a connection', async ({ page }) => {
  await page.goto('/map');
  await moveMap(page);
  await expect.poll(() => isStored(page)).toBe(true);
  await page.evaluate('navigator.serviceWorker.ready');

  await page.context().setOffline(true);
  const missed: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().includes('/maps/')) missed.push(request.url());
  });
  await page.reload();
  await moveMap(page);
  expect(missed).toEqual([]);
});
