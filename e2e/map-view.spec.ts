import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { AT_DESK } from './office.ts';
import { createPerson, expect, signIn, test } from './people.ts';
import { isUncovered } from './uncovered.ts';

// What people do with the map. It is the operator's own and empty, which takes less time to draw.

/** Pixels to a degree of longitude at level 0. */
const PX_PER_DEGREE = 512 / 360;
const KENNEDY_LNG = -69.93955;
const UNIVERSITARIA_LNG = -69.9202;

const pin = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
const zoneRadio = (page: Page, name: string) => page.getByRole('radio', { name });
const info = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const enter = async (page: Page, name: string) => {
  await pin(page, name).focus();
  await page.keyboard.press('Enter');
};

/** The level the map is at, from how far two pins stand apart; no number while they are not drawn. */
async function readZoomLevel(page: Page): Promise<number> {
  const left = await pin(page, 'Kennedy–Lincoln').boundingBox();
  const right = await pin(page, 'Universitaria').boundingBox();
  if (left === null || right === null) return Number.NaN;
  return Math.log2((right.x - left.x) / (UNIVERSITARIA_LNG - KENNEDY_LNG) / PX_PER_DEGREE);
}

test('a visitor opens the map at level 13, a pin and its zone, and puts the window away', async ({ page }) => {
  await page.goto('/map');
  const picture = pin(page, 'Naco Tiradentes').locator('svg');
  await expect.poll(() => readZoomLevel(page)).toBeCloseTo(13, 1);
  await expect(picture).toHaveCSS('width', '40px');
  await expect(picture).toHaveCSS('animation-name', 'none');

  await test.step('the pin bounces, and its window tells price and free spaces', async () => {
    await enter(page, 'Naco Tiradentes');
    await expect(picture).toHaveCSS('animation-name', 'bounce');
    await expect(info(page, 'Naco Tiradentes').getByText('$5/hr')).toBeVisible();
    await expect(info(page, 'Naco Tiradentes').getByText('10 spaces available')).toBeVisible();
    expect((await info(page, 'Naco Tiradentes').boundingBox())?.width).toBeLessThanOrEqual(200);
  });
  await test.step('the window leads to amenities and spaces of the zone', async () => {
    await info(page, 'Naco Tiradentes').getByRole('button', { name: 'View Details' }).click();
    const details = page.getByRole('dialog', { name: 'Naco Tiradentes' });
    for (const amenity of ['Covered Parking', 'Multi-Level Parking', 'Security Cameras', 'Electric Charging']) {
      await expect(details.getByText(amenity)).toBeVisible();
    }
    await expect(details.getByText('Available').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  });
  await test.step('a zone that is chosen in the list is at level 15', async () => {
    await page.goto('/map');
    await zoneRadio(page, 'Universitaria').click();
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(15, 1);
  });
  await test.step('a click on empty map puts the window and the selection away', async () => {
    await enter(page, 'Universitaria');
    await expect(info(page, 'Universitaria')).toBeVisible();
    await page.getByRole('region', { name: 'Map of parking zones' }).click({ position: { x: 20, y: 120 } });
    await expect(info(page, 'Universitaria')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Choose zone' })).toBeDisabled();
  });
});

test('a zone without a free space has a pin struck through in red, and a red badge', async ({ page, server }) => {
  const zone = 'Kennedy Este';
  const driver = await createPerson(server, 'struck');
  const { data } = await driver.client.from('parking_spaces').select('id').eq('zone_name', zone).throwOnError();
  const spaces = data.map((_, space) => ({ zone, space, startsInHours: -0.25 }));
  await book(driver, spaces);
  await page.goto('/map');
  await expect(pin(page, zone).locator('[data-struck-through] path').last()).toHaveAttribute('stroke', '#dc2626');
  await enter(page, zone);
  await expect(info(page, zone).getByText('0 spaces available')).toBeVisible();
});

test('an address is found by its first letters and marked, and the map asks for the zones that are seen there', async ({
  page,
}) => {
  const asked = (south: string) => page.waitForRequest((request) => request.url().includes(`south=${south}`));
  const [first] = await Promise.all([asked('18.'), page.goto('/map')]);
  expect(first.url()).toMatch(/west=-70.*east=-69\..*north=18\./);
  const search = page.getByLabel('Search by address');
  await search.fill('nunez de cac');
  const option = page.getByRole('option', { name: /Av\. Núñez de Cáceres/ });
  await option.first().click();
  await expect(page.getByRole('img', { name: /Av\. Núñez de Cáceres/ })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  const elsewhere = asked('19.');
  await search.fill('santiago de los caballeros');
  await page
    .getByRole('option', { name: /^Santiago/ })
    .first()
    .click();
  await elsewhere;
});

test('the map goes to the driver’s own place at level 15, and a pin then asks for the route to it', async ({
  page,
}) => {
  await page.goto('/map');
  await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  await page.getByRole('button', { name: /location/i }).click();
  const mark = page.getByTitle('Your Location').filter({ visible: true });
  await expect(mark).toHaveCSS('width', '32px');
  await expect.poll(() => readZoomLevel(page)).toBeCloseTo(15, 1);
  await expect.poll(() => isUncovered(mark)).toBe(true);
  const asked = page.waitForRequest(/\/maps\/route\/v1\/driving\/-69\.9312,18\.4861;/);
  await enter(page, 'Naco Tiradentes');
  expect((await (await asked).response())?.status()).toBe(200);
});

test('a parked driver sees all of an info window, below the banner and the search', async ({ page, server }) => {
  const driver = await createPerson(server, 'window');
  await book(driver, [{ zone: 'Malecón', space: 0, startsInHours: -0.5, hours: 2 }]);
  await signIn(page, driver.email);
  await page.goto('/map');
  await expect(page.getByRole('link', { name: /Parked at/ })).toBeVisible();
  await enter(page, 'Naco Tiradentes');
  await expect.poll(() => isUncovered(info(page, 'Naco Tiradentes'))).toBe(true);
});

test('on a phone one finger moves the map, and zones closer than 60 px stand as one', async ({ page }) => {
  await page.goto('/map');
  await expect(pin(page, 'Churchill Norte')).toBeHidden();
  const cluster = page.getByRole('button', { name: '2 parking zones, zoom in' }).first();
  await cluster.evaluate((element) => (element as unknown as { click: () => void }).click());
  await expect(pin(page, 'Churchill Norte').or(pin(page, 'Conde Oeste')).first()).toBeAttached();
  await page.reload();
  await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
  await page.mouse.move(195, 250);
  const turnWheel = async () => {
    await page.mouse.wheel(0, -100);
    return readZoomLevel(page);
  };
  await expect.poll(turnWheel).toBeGreaterThan(13.2);
});

test.describe('on a wide screen', () => {
  test.use(AT_DESK);

  test('the wheel alone does not move the map, and there are no other views of it', async ({ page }) => {
    await page.goto('/map');
    await expect(page.locator('canvas')).toBeVisible();
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(13, 1);
    await page.mouse.move(900, 500);
    await page.mouse.wheel(0, -300);
    await expect(page.getByText(/Use Ctrl \+ scroll to zoom the map/)).toBeVisible();
    expect(await readZoomLevel(page)).toBeCloseTo(13, 1);
    await expect(page.getByRole('button', { name: /street view|satellite|full ?screen/i })).toHaveCount(0);
  });
});

test('the list of zones is there while the map is still loaded, and the map does not wait for slow zones', async ({
  page,
}) => {
  const map = Promise.withResolvers<void>();
  const zones = Promise.withResolvers<void>();
  await page.route('**/assets/open-map-*.js', async (route) => {
    await map.promise;
    await route.continue();
  });
  await page.goto('/map');
  await expect(zoneRadio(page, 'Universitaria')).toBeVisible();
  await expect(page.getByText('Loading map...')).toBeVisible();
  map.resolve();
  await expect(pin(page, 'Universitaria')).toBeVisible();

  await page.route('**/rest/v1/rpc/find_map_zones*', async (route) => {
    await zones.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Map of parking zones' })).toBeVisible();
  await expect(page.getByText('Loading map...')).toBeHidden();
  zones.resolve();
  await expect(pin(page, 'Universitaria')).toBeVisible();
});

test.describe('when the map fails', () => {
  test.use({ expectedErrors: [/Failed to load resource|WebGL/] });

  async function expectListInPlaceOfMap(page: Page): Promise<void> {
    await expect(page.getByText('The map cannot be shown right now')).toBeVisible();
    await zoneRadio(page, 'Universitaria').click();
    await expect(page.getByRole('button', { name: 'Choose Universitaria' })).toBeEnabled();
    await expect(page.getByRole('link', { name: 'See all zones' })).toBeVisible();
  }

  test('without its style, or without graphics, the zones are still there to choose from', async ({ page }) => {
    await page.route('**/style.json*', (route) => route.abort());
    await page.goto('/map');
    await expectListInPlaceOfMap(page);
    await page.unroute('**/style.json*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pin(page, 'Universitaria')).toBeVisible();

    await page.addInitScript(() => {
      const canvas = (globalThis as unknown as { HTMLCanvasElement: { prototype: { getContext: unknown } } })
        .HTMLCanvasElement.prototype;
      canvas.getContext = () => null;
    });
    await page.goto('/map');
    await expectListInPlaceOfMap(page);
  });
});
