import type { Page } from '@playwright/test';
import { pin, testMap, zoneRadio } from './map-walks.ts';
import { expect, test } from './people.ts';

// The operator's own map: MapLibre from the start, how it loads and how it fails.

testMap();

test('the map shows that it is loading', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/style.json*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/map');
  await expect(page.getByText('Loading map...')).toBeVisible();
  held.resolve();
  await expect(page.getByText('Loading map...')).toBeHidden();
});

test('the list of zones is there while the map is still loaded', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/open-map-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/map');
  await expect(zoneRadio(page, 'Universitaria')).toBeVisible();
  await expect(page.getByText('Loading map...')).toBeVisible();
  held.resolve();
  await expect(pin(page, 'Universitaria')).toBeVisible();
});

test('the map does not wait for ever for zones that are slow', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/v1/rpc/find_map_zones*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/map');
  await expect(page.getByRole('region', { name: 'Map of parking zones' })).toBeVisible();
  await expect(page.getByText('Loading map...')).toBeHidden();
  held.resolve();
  await expect(pin(page, 'Universitaria')).toBeVisible();
});

test.describe('when the map fails', () => {
  test.use({ expectedErrors: [/Failed to load resource|WebGL/] });

  async function expectListInPlaceOfMap(page: Page): Promise<void> {
    await expect(page.getByText('The map cannot be shown right now')).toBeVisible();
    await expect(page.getByText(/You can go on without it: choose from the list\./)).toBeVisible();
    await zoneRadio(page, 'Universitaria').click();
    await expect(page.getByRole('button', { name: 'Choose Universitaria' })).toBeEnabled();
    await expect(page.getByRole('link', { name: 'See all zones' })).toBeVisible();
  }

  test('without its style the zones are still there to choose from, and the map can be tried again', async ({
    page,
  }) => {
    await page.route('**/style.json*', (route) => route.abort());
    await page.goto('/map');
    await expectListInPlaceOfMap(page);
    await page.unroute('**/style.json*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pin(page, 'Universitaria')).toBeVisible();
  });

  test('without graphics the zones are still there to choose from', async ({ page }) => {
    await page.addInitScript(() => {
      const canvas = (globalThis as unknown as { HTMLCanvasElement: { prototype: { getContext: unknown } } })
        .HTMLCanvasElement.prototype;
      canvas.getContext = () => null;
    });
    await page.goto('/map');
    await expectListInPlaceOfMap(page);
  });
});
