import type { Page } from '@playwright/test';
import { expect, test } from './people.ts';

test.use({ drawsMap: true, serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

/** Starts the map that moves, and waits until it is drawn. */
async function moveMap(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Map of parking zones' })).toBeVisible();
  await page.mouse.click(200, 180);
  await expect(page.locator('canvas')).toBeVisible();
}

const countStoredTiles = (page: Page) =>
  page.evaluate(
    'caches.open("map").then((map) => map.keys()).then((all) => all.filter(({ url }) => url.endsWith(".mvt")).length)',
  );

test('the region that was seen at the first visit is drawn without a connection', async ({ page }) => {
  await page.goto('/map');
  await moveMap(page);
  await expect.poll(() => countStoredTiles(page)).toBeGreaterThan(0);
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
