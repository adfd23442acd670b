import type { Page, Request } from '@playwright/test';
import { pin, readZoomLevel, testMap, zoneRadio } from './map-walks.ts';
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

async function findPlace(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await pin(page, name).boundingBox();
  if (box === null) throw new Error(`${name} is not drawn`);
  return { x: box.x, y: box.y };
}

/** Drags the map from where nothing stands on it. */
async function drag(page: Page, right: number, down: number): Promise<void> {
  await page.mouse.move(200, 180);
  await page.mouse.down();
  await page.mouse.move(200 + right / 2, 180 + down / 2);
  await page.mouse.move(200 + right, 180 + down);
  await page.mouse.up();
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

test('the first view needs no MapLibre; a pin opens by key, and a drag moves the pins', async ({ page }) => {
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
  const before = await findPlace(page, 'Naco Tiradentes');
  await drag(page, 60, 40);
  await expect.poll(async () => (await findPlace(page, 'Naco Tiradentes')).x - before.x).toBeGreaterThanOrEqual(57);
  expect((await findPlace(page, 'Naco Tiradentes')).y - before.y).toBeGreaterThanOrEqual(37);
});

test('a drag moves the picture before MapLibre is there, which then takes over without a jump', async ({ page }) => {
  const held = await openMapWithoutMapLibre(page);
  const before = await findPlace(page, 'Kennedy–Lincoln');
  await drag(page, 60, 40);
  const dragged = { x: before.x + 60, y: before.y + 40 };
  await expect.poll(() => findPlace(page, 'Kennedy–Lincoln')).toEqual(dragged);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => readZoomLevel(page)).toBeGreaterThan(13.2);
  const place = await findPlace(page, 'Kennedy–Lincoln');
  await expect(canvas(page)).toBeHidden();
  held.resolve();
  await expect(canvas(page)).toBeVisible();
  expect(await findPlace(page, 'Kennedy–Lincoln')).toEqual(place);
});

test('a pin outside the view comes into it when the keyboard reaches it', async ({ page }) => {
  const held = await openMapWithoutMapLibre(page);
  const far = pin(page, 'Casco Colonial');
  await far.focus();
  await expect.poll(() => isUncovered(far)).toBe(true);
  const place = await findPlace(page, 'Casco Colonial');
  held.resolve();
  await expect(canvas(page)).toBeVisible();
  await expect(far).toBeFocused();
  expect(await findPlace(page, 'Casco Colonial')).toEqual(place);
});

test.describe('when something is missing', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('without MapLibre the picture is the map, and who moved it is told once', async ({ page }) => {
    await page.route('**/style.json*', (route) => route.abort());
    await page.goto('/map');
    await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
    await drag(page, 60, 40);
    const note = page.getByText('The map cannot be fully loaded right now');
    await expect(note).toBeVisible();
    await drag(page, -60, -40);
    await page.getByRole('radio', { name: 'Universitaria' }).click();
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(15, 1);
    await expect(note).toHaveCount(1);
    await page.unroute('**/style.json*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(canvas(page)).toBeVisible();
    await expect(pin(page, 'Universitaria')).toBeVisible();
  });

  test('without the picture MapLibre comes at once', async ({ page }) => {
    await page.route('**/still.svg*', (route) => route.abort());
    await page.goto('/map');
    await expect(canvas(page)).toBeVisible();
    await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  const isStillMoving = (page: Page) =>
    pin(page, 'Kennedy–Lincoln').evaluate(
      (node) => (node as unknown as Pin).closest('.maplibregl-marker').getAnimations().length > 0,
    );
  type Pin = { closest: (selector: string) => { getAnimations: () => unknown[] } };

  test('the picture eases to a chosen zone, a drag takes it from where it is seen and carries on', async ({ page }) => {
    const held = await openMapWithoutMapLibre(page);
    const before = await findPlace(page, 'Kennedy–Lincoln');
    const browser = await page.context().newCDPSession(page);
    await browser.send('Animation.enable');
    await browser.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await zoneRadio(page, 'Universitaria').click();
    await expect.poll(() => isStillMoving(page)).toBe(true);
    expect(await findPlace(page, 'Kennedy–Lincoln')).toEqual(before);
    expect(await readZoomLevel(page)).toBeCloseTo(13, 1);

    await drag(page, 60, 40);
    const dragged = { x: before.x + 60, y: before.y + 40 };
    await expect.poll(() => findPlace(page, 'Kennedy–Lincoln')).toEqual(dragged);
    await browser.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await expect.poll(() => isStillMoving(page)).toBe(false);
    const place = await findPlace(page, 'Kennedy–Lincoln');
    expect(place.x).toBeGreaterThan(dragged.x);
    expect(place.y).toBeGreaterThan(dragged.y);
    expect(await readZoomLevel(page)).toBeCloseTo(13, 1);
    held.resolve();
    await expect(canvas(page)).toBeVisible();
    expect(await findPlace(page, 'Kennedy–Lincoln')).toEqual(place);
  });

  test('MapLibre takes over where the picture has eased to', async ({ page }) => {
    const held = await openMapWithoutMapLibre(page);
    await zoneRadio(page, 'Universitaria').click();
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(15, 2);
    await expect.poll(() => isStillMoving(page)).toBe(false);
    const place = await findPlace(page, 'Universitaria');
    held.resolve();
    await expect(canvas(page)).toBeVisible();
    expect(await findPlace(page, 'Universitaria')).toEqual(place);
  });
});
