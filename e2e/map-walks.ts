import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { createPerson, expect, signIn, test } from './people.ts';
import { isUncovered } from './uncovered.ts';

// What people do with the map, be it MapLibre's or a still picture.

const HOUR_MS = 3_600_000;
/** Pixels to a degree of longitude at level 0. */
const PX_PER_DEGREE = 512 / 360;
const KENNEDY_LNG = -69.93955;
const UNIVERSITARIA_LNG = -69.9202;

export const pin = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
export const zoneRadio = (page: Page, name: string) => page.getByRole('radio', { name });
const enter = async (page: Page, name: string) => {
  await pin(page, name).focus();
  await page.keyboard.press('Enter');
};

/** The level the map is at, from how far two pins stand apart; no number while they are not drawn. */
export async function readZoomLevel(page: Page): Promise<number> {
  const [left, right] = [
    await pin(page, 'Kennedy–Lincoln').boundingBox(),
    await pin(page, 'Universitaria').boundingBox(),
  ];
  if (left === null || right === null) return Number.NaN;
  return Math.log2((right.x - left.x) / (UNIVERSITARIA_LNG - KENNEDY_LNG) / PX_PER_DEGREE);
}

/** Its pins, its info window and what it asks for. */
export function testMap(): void {
  test('the map opens on Santo Domingo at level 13, and at level 15 once a zone is chosen', async ({ page }) => {
    await page.goto('/map');
    await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(13, 1);
    await zoneRadio(page, 'Universitaria').click();
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(15, 1);
  });

  test('a pin is 40 px, stands for a free zone plainly, and bounces while it is selected', async ({ page }) => {
    await page.goto('/map');
    const picture = pin(page, 'Naco Tiradentes').locator('svg');
    await expect(picture).toHaveCSS('width', '40px');
    await expect(picture).toHaveCSS('animation-name', 'none');
    await expect(picture.locator('[data-struck-through]')).toHaveCount(0);
    await enter(page, 'Naco Tiradentes');
    await expect(picture).toHaveCSS('animation-name', 'bounce');
  });

  test('a zone without a free space has a pin struck through in red, and a red badge', async ({ page, server }) => {
    const driver = await createPerson(server, 'struck');
    const zone = 'Kennedy Este';
    const { data } = await driver.client.from('parking_spaces').select('id').eq('zone_name', zone).throwOnError();
    const start = Date.now() - HOUR_MS / 4;
    for (const { id } of data) {
      const times = { start_time: new Date(start).toISOString(), end_time: new Date(start + HOUR_MS).toISOString() };
      await driver.client
        .from('reservations')
        .insert({ user_id: driver.id, parking_space_id: id, status: 'active', ...times })
        .throwOnError();
    }
    await page.goto('/map');
    await expect(pin(page, zone).locator('[data-struck-through] path').last()).toHaveAttribute('stroke', '#dc2626');
    await expect(pin(page, zone)).toHaveAccessibleName(/no spaces|0 spaces/i);
    await enter(page, zone);
    await expect(page.getByRole('region', { name: zone }).getByText('0 spaces available')).toBeVisible();
  });

  test('the info window is at most 200 px wide, and leads to amenities and spaces of the zone', async ({ page }) => {
    await page.goto('/map');
    await enter(page, 'Naco Tiradentes');
    const info = page.getByRole('region', { name: 'Naco Tiradentes' });
    await expect(info.getByText('Naco Tiradentes')).toBeVisible();
    await expect(info.getByText('$5/hr')).toBeVisible();
    await expect(info.getByText('10 spaces available')).toBeVisible();
    expect((await info.boundingBox())?.width).toBeLessThanOrEqual(200);
    await info.getByRole('button', { name: 'View Details' }).click();
    const details = page.getByRole('dialog', { name: 'Naco Tiradentes' });
    await expect(details.getByRole('heading', { name: 'Naco Tiradentes' })).toBeVisible();
    for (const amenity of ['Covered Parking', 'Multi-Level Parking', 'Security Cameras', 'Electric Charging']) {
      await expect(details.getByText(amenity)).toBeVisible();
    }
    await expect(details.getByText('Available').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  });

  test('an address is found by its first letters, without accents, and marked on the map', async ({ page }) => {
    await page.goto('/map');
    await page.getByLabel('Search by address').fill('nunez de cac');
    await page
      .getByRole('option', { name: /Av\. Núñez de Cáceres/ })
      .first()
      .click();
    await expect(page.getByRole('img', { name: /Av\. Núñez de Cáceres/ })).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(0);
  });

  test('a click on empty map puts the info window and the selection away', async ({ page }) => {
    await page.goto('/map');
    await enter(page, 'Universitaria');
    await expect(page.getByRole('button', { name: 'Choose Universitaria' })).toBeEnabled();
    await page.getByRole('region', { name: 'Map of parking zones' }).click({ position: { x: 20, y: 120 } });
    await expect(page.getByRole('region', { name: 'Universitaria' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Choose zone' })).toBeDisabled();
  });

  test('the driver’s own place is marked, and a pin then asks for the route to it', async ({ page }) => {
    await page.goto('/map');
    await page.getByRole('button', { name: /location/i }).click();
    const mark = page.getByTitle('Your Location').filter({ visible: true });
    await expect(mark).toBeVisible();
    await expect(mark).toHaveCSS('width', '32px');
    const asked = page.waitForRequest(/\/maps\/route\/v1\/driving\/-69\.9312,18\.4861;/);
    await enter(page, 'Naco Tiradentes');
    expect((await (await asked).response())?.status()).toBe(200);
  });

  test('the map goes to the driver at level 15', async ({ page }) => {
    await page.goto('/map');
    await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
    await page.getByRole('button', { name: /location/i }).click();
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(15, 1);
    await expect.poll(() => isUncovered(page.getByTitle('Your Location').filter({ visible: true }))).toBe(true);
  });

  test('a parked driver sees all of an info window, below the banner and the search', async ({ page, server }) => {
    const driver = await createPerson(server, 'window');
    await book(driver, [{ zone: 'Malecón', space: 0, startsInHours: -0.5, hours: 2 }]);
    await signIn(page, driver.email);
    await page.goto('/map');
    await expect(page.getByRole('link', { name: /Parked at/ })).toBeVisible();
    await enter(page, 'Naco Tiradentes');
    await expect.poll(() => isUncovered(page.getByRole('region', { name: 'Naco Tiradentes' }))).toBe(true);
  });

  test('zones closer than 60 px stand as one, and a click takes them apart', async ({ page }) => {
    await page.goto('/map');
    await expect(pin(page, 'Churchill Norte')).toBeHidden();
    await page
      .getByRole('button', { name: '2 parking zones, zoom in' })
      .first()
      .evaluate((cluster) => (cluster as unknown as { click: () => void }).click());
    await expect(pin(page, 'Churchill Norte').or(pin(page, 'Conde Oeste')).first()).toBeAttached();
  });

  test('the map asks only for the zones of the part that is seen', async ({ page }) => {
    const asked = (south: string) => page.waitForRequest((request) => request.url().includes(`south=${south}`));
    const [first] = await Promise.all([asked('18.'), page.goto('/map')]);
    expect(first.url()).toMatch(/west=-70.*east=-69\..*north=18\./);
    const elsewhere = asked('19.');
    await page.getByLabel('Search by address').fill('santiago de los caballeros');
    await page.getByRole('option').first().click();
    await elsewhere;
  });

  test('on a phone one finger moves the map', async ({ page }) => {
    await page.goto('/map');
    await expect(pin(page, 'Kennedy–Lincoln')).toBeVisible();
    await page.mouse.move(195, 250);
    const turnWheel = async () => {
      await page.mouse.wheel(0, -100);
      return readZoomLevel(page);
    };
    // The first touch of a picture starts the map that moves.
    await expect.poll(turnWheel).toBeGreaterThan(13.2);
  });

  test.describe('on a wide screen', () => {
    test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

    test('the wheel alone does not move the map, and there are no other views of it', async ({ page }) => {
      await page.goto('/map');
      // So large a map takes long to draw without a graphics card.
      await expect(page.locator('canvas')).toBeVisible({ timeout: 60_000 });
      await expect.poll(() => readZoomLevel(page)).toBeCloseTo(13, 1);
      await page.mouse.move(900, 500);
      await page.mouse.wheel(0, -300);
      await expect(page.getByText(/Use Ctrl \+ scroll to zoom the map/)).toBeVisible();
      expect(await readZoomLevel(page)).toBeCloseTo(13, 1);
      await expect(page.getByRole('button', { name: /street view|satellite|full ?screen/i })).toHaveCount(0);
    });
  });
}
