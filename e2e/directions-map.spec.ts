import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { createPerson, expect, signIn, test } from './people.ts';

// The built-in map of the directions.
test.use({
  drawsMap: true,
  permissions: ['geolocation'],
  geolocation: { latitude: 18.4861, longitude: -69.9312, accuracy: 10 },
});

const PLACE = /^A-\d\d, Kennedy Este$/;
const canvas = (page: Page) => page.locator('canvas');
const map = (page: Page) => page.getByRole('region', { name: /^Map of the way to / });

/** Where the pin of the destination stands, in whole pixels. */
async function findPin(page: Page) {
  const box = await page.getByRole('img', { name: PLACE }).boundingBox();
  if (box === null) throw new Error('The destination is not drawn');
  return { x: Math.round(box.x), y: Math.round(box.y) };
}

test('a driver sees the whole way on the map, which then follows them', async ({ page, server }) => {
  const driver = await createPerson(server, 'still');
  await book(driver, [{ zone: 'Kennedy Este', space: 5, startsInHours: 4 }]);
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: 'Map of Kennedy Este' }).click();
  await expect(page.getByText(/^\d+ min$/)).toBeVisible();
  await expect(canvas(page)).toBeVisible();

  const area = await map(page).boundingBox();
  const end = await findPin(page);
  const start = await page.getByRole('img', { name: 'Your location' }).boundingBox();
  for (const { x, y } of [end, start ?? { x: 0, y: 0 }]) {
    expect(x).toBeGreaterThan(area?.x ?? 0);
    expect(x).toBeLessThan((area?.x ?? 0) + (area?.width ?? 0));
    expect(y).toBeGreaterThan(area?.y ?? 0);
    expect(y).toBeLessThan((area?.y ?? 0) + (area?.height ?? 0));
  }
  await page.getByRole('button', { name: 'START DRIVING' }).click();
  await expect.poll(() => findPin(page)).not.toEqual(end);
  await page.getByRole('button', { name: 'BACK TO DIRECTIONS' }).click();
  await expect.poll(() => findPin(page)).toEqual(end);
});
