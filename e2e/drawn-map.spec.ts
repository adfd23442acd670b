import type { Locator, Page } from '@playwright/test';
import { book } from './bookings.ts';
import { OFFLINE_ERRORS, untilKept } from './offline.ts';
import { createPerson, expect, signIn, test } from './people.ts';
import { isUncovered } from './uncovered.ts';

// The built-in map with its streets: a still picture, until MapLibre takes over.
test.use({
  drawsMap: true,
  geolocation: { latitude: 18.4861, longitude: -69.9312, accuracy: 10 },
  expectedErrors: OFFLINE_ERRORS,
});

/** What the page runs once it is painted; from then on the product gives up what takes long. */
const ENTRY = /\/assets\/index-.*\.js$/;
const LIBRARY = /\/assets\/open-map-.*\.js$/;
const canvas = (page: Page) => page.locator('canvas');
const pin = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
const startPicture = (page: Page) => page.locator('#map-start img');
const stillPicture = (page: Page) => page.getByRole('region', { name: 'Map of parking zones' }).locator('img');

/** Keeps files from loading until the returned promise is resolved. */
async function hold(page: Page, files: string | RegExp): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held;
}

async function locate(picture: Locator): Promise<{ x: number; y: number }> {
  const box = await picture.boundingBox();
  if (box === null) throw new Error('The picture is not shown');
  return box;
}

test('the picture is there before the product starts and stays where it is; zones are asked for once', async ({
  page,
}) => {
  const pictures = new Set<string>();
  const zones = [] as string[];
  page.on('request', (request) => {
    if (request.url().includes('/still.svg')) pictures.add(request.url());
    if (/\/rest\/v1\/.*zones/.test(request.url())) zones.push(new URL(request.url()).pathname);
  });
  const start = await hold(page, ENTRY);
  await page.goto('/map', { waitUntil: 'commit' });
  await expect(startPicture(page)).toHaveJSProperty('complete', true);
  const { x, y } = await locate(startPicture(page));
  start.resolve();
  // Clicks pass through the start, so that a click alone would not tell whether it covers the screen.
  await page.addStyleTag({ content: '#map-start { pointer-events: auto !important; }' });
  await pin(page, 'Kennedy–Lincoln').click({ trial: true });
  const after = await locate(startPicture(page).or(stillPicture(page)).filter({ visible: true }));
  // The product knows the place to the pixel, the page before it to the position.
  expect(Math.hypot(after.x - x, after.y - y)).toBeLessThan(1.5);
  await page.waitForLoadState('networkidle');
  expect([pictures.size, zones]).toEqual([1, ['/rest/v1/rpc/find_map_zones']]);
  await page.mouse.move(200, 150);
  await page.mouse.down();
  await page.mouse.move(200, 180);
  await expect(startPicture(page)).toBeHidden();
  await page.mouse.up();
});

test('a visitor who saves data sees the five cheapest zones without MapLibre, and a pin keeps the focus when it comes', async ({
  page,
}) => {
  await page.addInitScript('Object.defineProperty(navigator.connection, "saveData", { value: true })');
  const library: string[] = [];
  page.on('request', (request) => {
    if (LIBRARY.test(request.url())) library.push(request.url());
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/map');
  await expect(pin(page, 'Naco Tiradentes')).toBeVisible();
  await expect(page.getByRole('radiogroup').getByRole('radio')).toHaveCount(5);
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/Universitaria/);
  await page.waitForLoadState('networkidle');
  expect(library).toEqual([]);
  await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);

  await test.step('the first touch says that the map is loading', async () => {
    const held = await hold(page, LIBRARY);
    await pin(page, 'Naco Tiradentes').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Naco Tiradentes' }).getByText('10 spaces available')).toBeVisible();
    await expect(page.getByText('Loading map...').filter({ visible: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(pin(page, 'Naco Tiradentes')).toBeFocused();
    held.resolve();
    await expect(canvas(page)).toBeVisible();
    await expect(page.getByText('Loading map...')).toHaveCount(0);
    await expect(pin(page, 'Naco Tiradentes')).toBeFocused();
  });
  await test.step('a pin outside the view comes into it when the keyboard reaches it', async () => {
    const far = pin(page, 'Casco Colonial');
    await far.focus();
    await expect.poll(() => isUncovered(far)).toBe(true);
  });
});

test('without MapLibre the map can be tried again, without the picture it comes at once, without tiles pins stay', async ({
  page,
}) => {
  await page.route('**/style.json*', (route) => route.abort());
  await page.goto('/map');
  await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  await page.mouse.click(200, 180);
  await expect(page.getByText('The map cannot be shown right now')).toBeVisible();
  await page.unroute('**/style.json*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(canvas(page)).toBeVisible();

  await page.route('**/still.svg*', (route) => route.abort());
  await page.route('**/maps/tiles/**', (route) => route.abort());
  await page.goto('/map');
  await expect(canvas(page)).toBeVisible();
  await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  await expect(page.getByText('The map cannot be shown right now')).toBeHidden();
});

test('a driver sees the whole way on the map, which then follows them', async ({ page, server }) => {
  const driver = await createPerson(server, 'still');
  await book(driver, [{ zone: 'Kennedy Este', space: 5, startsInHours: 4 }]);
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: 'Map of Kennedy Este' }).click();
  await expect(page.getByText(/^\d+ min$/)).toBeVisible();
  await expect(canvas(page)).toBeVisible();

  const area = await page.getByRole('region', { name: /^Map of the way to / }).boundingBox();
  if (area === null) throw new Error('The map is not shown');
  const destination = page.getByRole('img', { name: /^A-\d\d, Kennedy Este$/ });
  /** In whole pixels. */
  const locateEnd = async () => {
    const { x, y } = await locate(destination);
    return { x: Math.round(x), y: Math.round(y) };
  };
  const end = await locateEnd();
  for (const { x, y } of [end, await locate(page.getByRole('img', { name: 'Your location' }))]) {
    expect([x > area.x, x < area.x + area.width, y > area.y, y < area.y + area.height]).not.toContain(false);
  }
  await page.getByRole('button', { name: 'START DRIVING' }).click();
  await expect.poll(locateEnd).not.toEqual(end);
  await page.getByRole('button', { name: 'BACK TO DIRECTIONS' }).click();
  await expect.poll(locateEnd).toEqual(end);
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Starts the map that moves, and waits until it is drawn. */
  async function moveMap(page: Page): Promise<void> {
    await expect(page.getByRole('region', { name: 'Map of parking zones' })).toBeVisible();
    await page.mouse.click(200, 180);
    await expect(canvas(page)).toBeVisible();
  }

  /** Whether the service worker has stored tiles, and all else that the page requested of the map. */
  const isStored = (page: Page) =>
    page.evaluate(`(async () => {
      const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
      const ofMap = urls.filter(({ pathname }) => pathname.startsWith('/maps/'));
      const stored = await Promise.all(ofMap.map(({ href }) => caches.match(href, { ignoreVary: true })));
      return ofMap.some(({ pathname }) => pathname.endsWith('.mvt')) && stored.every(Boolean);
    })()`);

  test('the region that was seen at the first visit is drawn', async ({ page }) => {
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

  test('a reservation and its ticket show where the car is, in both themes, until the driver signs out', async ({
    page,
    server,
  }) => {
    const countKept = () => page.evaluate(`JSON.parse(localStorage.getItem('parqueo.map-pictures') ?? '[]').length`);
    const findPicture = (within: Page | Locator) => within.getByRole('img', { name: 'Map of Naco Tiradentes' });
    /** Whether a picture is drawn, and from this device. */
    const expectKept = async (picture: Locator) => {
      await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml,/);
      await expect(picture).toHaveJSProperty('naturalWidth', 480);
    };
    const driver = await createPerson(server, 'pictured');
    await book(driver, [{ zone: 'Naco Tiradentes', space: 3, startsInHours: -0.5, hours: 2 }]);
    await signIn(page, driver.email);
    await page.goto('/reservations');
    await page.getByRole('link', { name: /Parked now/ }).click();
    await expect(findPicture(page)).toHaveAttribute('src', /\/maps\/still\.svg\?.*theme=light$/);
    await expect.poll(countKept).toBe(2);
    await untilKept(page);

    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('timer')).toBeVisible();
    await expectKept(findPicture(page));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await page.getByRole('button', { name: 'Ticket' }).click();
    const ticket = page.getByRole('dialog', { name: 'Ticket' });
    await expect(ticket.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible();
    await expectKept(findPicture(ticket));

    await page.context().setOffline(false);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(countKept).toBe(0);
  });
});
