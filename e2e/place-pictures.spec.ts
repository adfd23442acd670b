import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { book } from './bookings.ts';
import { createPerson, expect, type Person, signIn, test } from './people.ts';

// The server's small map of where a reservation is.
test.use({
  drawsMap: true,
  serviceWorkers: 'allow',
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|dynamically imported module/],
});

const ZONE = 'Naco Tiradentes';
const KEPT_KEY = 'parqueo.map-pictures';

const findPicture = (within: Page | Locator) => within.getByRole('img', { name: `Map of ${ZONE}` });
const countKept = (page: Page) =>
  page.evaluate(`JSON.parse(localStorage.getItem('${KEPT_KEY}') ?? '[]').length`) as Promise<number>;

/** Whether a picture is drawn, and from this device. */
async function expectKept(picture: Locator): Promise<void> {
  await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml,/);
  await expect(picture).toHaveJSProperty('naturalWidth', 480);
}

async function park(page: Page, driver: Person, space: number): Promise<void> {
  await book(driver, [{ zone: ZONE, space, startsInHours: -0.5, hours: 2 }]);
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await expect(page.getByRole('link', { name: /Parked now/ })).toBeVisible();
  await expect.poll(() => countKept(page)).toBe(2);
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(() => page.evaluate('caches.match("/config.json").then(Boolean)')).toBe(true);
}

test('without a connection the reservation under way and its ticket show where the car is, in both themes', async ({
  page,
  server,
}) => {
  await park(page, await createPerson(server, 'pictured'), 3);
  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(findPicture(page)).toHaveAttribute('src', /\/maps\/still\.svg\?.*theme=light$/);
  await expectNoViolations(page);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
  await expectKept(findPicture(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await page.getByRole('button', { name: 'Ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ticket' });
  await expect(dialog.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible();
  await expectKept(findPicture(dialog));
});

test('the map of a reservation goes with the driver who signs out', async ({ page, server }) => {
  await park(page, await createPerson(server, 'leaving'), 4);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => countKept(page)).toBe(0);
});
