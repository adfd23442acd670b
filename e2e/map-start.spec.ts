import type { Locator, Page } from '@playwright/test';
import { expect, test } from './people.ts';

// What /map shows before the product has started, with the built-in map.
test.use({ drawsMap: true });

/** Keeps the product from starting until the returned promise is resolved. */
async function holdStart(page: Page): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>();
  await page.route('**/config.json', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held;
}

const startPicture = (page: Page) => page.locator('#map-start img');
const stillPicture = (page: Page) => page.getByRole('region', { name: 'Map of parking zones' }).locator('img');

async function locate(picture: Locator): Promise<{ x: number; y: number }> {
  const box = await picture.boundingBox();
  if (box === null) throw new Error('the picture is not shown');
  return box;
}

const SCREENS = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 360, height: 640, colorScheme: 'dark' },
  // Where the sheet begins folded.
  { width: 360, height: 600, colorScheme: 'light' },
] as const;
for (const { width, height, colorScheme } of SCREENS) {
  test.describe(`on ${width} by ${height}, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme });

    test('the picture is there before the product starts, stays where it is, and no other is loaded', async ({
      page,
    }) => {
      const pictures: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/still.svg')) pictures.push(request.url());
      });
      const start = await holdStart(page);
      await page.goto('/map', { waitUntil: 'commit' });
      await expect(startPicture(page)).toBeVisible();
      await expect(startPicture(page)).toHaveJSProperty('complete', true);
      const { x, y } = await locate(startPicture(page));
      start.resolve();
      // Clicks pass through the start, so that a click alone would not tell whether it covers the screen.
      await page.addStyleTag({ content: '#map-start { pointer-events: auto !important; }' });
      await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).click({ trial: true });
      const after = await locate(startPicture(page).or(stillPicture(page)).filter({ visible: true }));
      expect(Math.hypot(after.x - x, after.y - y)).toBeLessThan(1);
      expect(new Set(pictures).size).toBe(1);
      await page.mouse.move(200, 150);
      await page.mouse.down();
      await page.mouse.move(200, 180);
      await expect(startPicture(page)).toBeHidden();
      await page.mouse.up();
    });
  });
}

for (const viewport of [...SCREENS, { width: 1280, height: 800 }, { width: 1920, height: 1000 }]) {
  test.describe(`on ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport });

    test('the map asks for its zones once', async ({ page }) => {
      const requests: string[] = [];
      page.on('request', (request) => {
        if (/\/rest\/v1\/.*zones/.test(request.url())) requests.push(new URL(request.url()).pathname);
      });
      await page.goto('/map');
      await expect(page.getByRole('button', { name: /^Kennedy–Lincoln, / })).toBeVisible();
      await expect(page.getByRole('radio', { includeHidden: true }).first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect(requests).toEqual(['/rest/v1/rpc/find_map_zones']);
    });
  });
}

for (const reports of [true, false]) {
  test(`the files of the screen follow the picture, where the browser ${reports ? 'tells' : 'does not tell'} when it has painted it`, async ({
    page,
  }) => {
    // The page waits for the picture two seconds at most.
    await page.clock.install();
    if (!reports)
      await page.addInitScript(() =>
        Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: ['paint'] }),
      );
    const order: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().includes('/still.svg')) order.push('picture');
    });
    page.on('request', (request) => {
      if (/\/assets\/map-[^/]+\.js$/.test(request.url())) order.push('screen');
    });
    await page.goto('/map', { waitUntil: 'commit' });
    await expect.poll(() => order).toEqual(['picture', 'screen']);
  });
}

test('nothing moves behind the map', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/map');
  await expect(page.getByRole('radio', { includeHidden: true }).first()).toBeAttached();
  const countAnimations = () => page.evaluate('document.getAnimations().length');
  await expect.poll(countAnimations).toBe(0);
});

test('other screens start without it', async ({ page }) => {
  const start = await holdStart(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('[data-splash]')).toBeVisible();
  await expect(startPicture(page)).toHaveCount(0);
  start.resolve();
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
});

test('the product starts where the browser does not tell when it has painted the page', async ({ page }) => {
  await page.addInitScript(() => {
    const { observe } = PerformanceObserver.prototype;
    PerformanceObserver.prototype.observe = function (options) {
      if (JSON.stringify(options).includes('paint')) return;
      observe.call(this, options);
    };
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
});
