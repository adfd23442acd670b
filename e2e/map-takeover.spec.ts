import type { Page, Request } from '@playwright/test';
import { pin, testMap } from './map-walks.ts';
import { expect, test } from './people.ts';
import { isUncovered } from './uncovered.ts';

// The built-in map: a still picture, until MapLibre takes over.
test.use({ drawsMap: true });

const LIBRARY = /\/assets\/open-map-.*\.js$/;
const canvas = (page: Page) => page.locator('canvas');

function recordLibrary(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (LIBRARY.test(request.url())) requests.push(request);
  });
  return requests;
}

/** Opens the map; MapLibre is not loaded before the returned promise is resolved. */
async function openMapWithoutMapLibre(page: Page): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(LIBRARY, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/map');
  await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  await page.waitForLoadState('networkidle');
  return held;
}

testMap();

test('the first view needs no MapLibre, and a pin that opens by key keeps the focus when it comes', async ({
  page,
}) => {
  const library = recordLibrary(page);
  await page.goto('/map');
  await expect(pin(page, 'Naco Tiradentes')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(library).toEqual([]);
  await pin(page, 'Naco Tiradentes').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Naco Tiradentes' }).getByText('10 spaces available')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pin(page, 'Naco Tiradentes')).toBeFocused();
  await expect(canvas(page)).toBeVisible();
  await expect(pin(page, 'Naco Tiradentes')).toBeFocused();
});

test('the first touch says that the map is loading, until it is there', async ({ page }) => {
  const held = await openMapWithoutMapLibre(page);
  await page.mouse.click(200, 180);
  await expect(page.getByText('Loading map...').filter({ visible: true })).toBeVisible();
  await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  held.resolve();
  await expect(canvas(page)).toBeVisible();
  await expect(page.getByText('Loading map...')).toHaveCount(0);
});

test('a pin outside the view comes into it when the keyboard reaches it', async ({ page }) => {
  await page.goto('/map');
  const far = pin(page, 'Casco Colonial');
  await far.focus();
  await expect(canvas(page)).toBeVisible();
  await expect(far).toBeFocused();
  await expect.poll(() => isUncovered(far)).toBe(true);
});

test.describe('when something is missing', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('without MapLibre the list is there, and the map can be tried again', async ({ page }) => {
    await page.route('**/style.json*', (route) => route.abort());
    await page.goto('/map');
    await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
    await page.mouse.click(200, 180);
    await expect(page.getByText('The map cannot be shown right now')).toBeVisible();
    await page.unroute('**/style.json*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(canvas(page)).toBeVisible();
    await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  });

  test('without the picture MapLibre comes at once', async ({ page }) => {
    await page.route('**/still.svg*', (route) => route.abort());
    await page.goto('/map');
    await expect(canvas(page)).toBeVisible();
    await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  });
});
