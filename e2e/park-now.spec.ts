import type { Page } from '@playwright/test';
import { createPerson, expect, signIn, test } from './people.ts';

const zones = (page: Page) => page.getByRole('radiogroup', { name: 'Nearest parking zones' }).getByRole('radio');
const banner = (page: Page) => page.getByRole('link', { name: /Parked at/ });

/** From the map to a running session in a zone. */
async function parkIn(page: Page, zone: string): Promise<void> {
  await page.getByRole('link', { name: 'Park Now' }).click();
  await expect(page).toHaveURL(/\/park-now$/);
  await page.getByRole('radio', { name: zone }).click();
  await page.getByRole('button', { name: 'PARK NOW' }).click();
  await expect(page).toHaveURL(/\/parking-status$/);
}

/** From a running session over the rating to the map. */
async function endAndRate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End Parking' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Your parking session has been successfully ended.')).toBeVisible();
  await expect(page).toHaveURL(/\/parking-rating$/);
  for (const criterion of ['Overall Experience', 'Cleanness', 'Communication', 'Accessibility']) {
    await page.getByRole('radiogroup', { name: criterion }).getByRole('radio').nth(4).click();
  }
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(page).toHaveURL(/\/map$/);
}

test('a visitor parks now in a zone close by, reloads, ends the session and rates it, all on the device', async ({
  page,
}) => {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method())) writes.push(`${request.method()} ${request.url()}`);
  });
  await page.goto('/map');

  await test.step('sees the nearest zones with room, the nearest first, and chooses one', async () => {
    await page.getByRole('link', { name: 'Park Now' }).click();
    await expect(zones(page)).toHaveCount(3);
    await expect(zones(page).nth(0)).toHaveAccessibleName('Garaje Arroyo Hondo');
    await expect(zones(page).nth(1)).toHaveAccessibleName('Parqueo Serrallés');
    await expect(zones(page).nth(2)).toHaveAccessibleName('Patio Ortega y Gasset');
    await expect(page.getByText(/^\d+\.\d km$/)).toHaveText(['0.5 km', '0.8 km', '1.0 km']);
    await expect(page.getByRole('button', { name: 'PARK NOW' })).toBeDisabled();
    await zones(page).nth(1).click();
    await expect(page.getByText('$18.00')).toBeVisible();
    await page.getByRole('button', { name: 'PARK NOW' }).click();
  });

  await test.step('watches the countdown of three hours, also after a reload and in another tab', async () => {
    await expect(page).toHaveURL(/\/parking-status$/);
    await expect(page.getByRole('timer')).toContainText(/2h 59m \d+s/);
    await expect(page.getByText(/Your time has not begun/)).toBeHidden();
    await expect(page.getByText('Parqueo Serrallés')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('timer')).toContainText(/2h 5\dm \d+s/);
    const tab = await page.context().newPage();
    await tab.goto('/parking-status');
    await expect(tab.getByRole('timer')).toContainText(/2h 5\dm \d+s/);
    await tab.close();
  });

  await test.step('sees the way there', async () => {
    await page.getByRole('button', { name: 'Navigate to Parking' }).click();
    await expect(page).toHaveURL(/\/directions/);
    await expect(page.getByText(/^\d+ min$/).first()).toBeVisible();
  });

  await test.step('comes back by the banner of the map, ends the session and rates it', async () => {
    await page.getByRole('button', { name: 'Back to map' }).click();
    await expect(banner(page)).toContainText('Parked at Parqueo Serrallés');
    await expect(page.getByRole('link', { name: 'Park Now' })).toBeHidden();
    await banner(page).click();
    await endAndRate(page);
  });

  await test.step('finds it ended everywhere', async () => {
    await expect(page.getByRole('link', { name: 'Park Now' })).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await page.goto('/parking-status');
    await expect(page).toHaveURL(/\/map$/);
    expect(writes).toEqual([]);
  });
});

test('a driver with an account who parks now sees the banner, and nothing is booked', async ({ page, server }) => {
  const driver = await createPerson(server, 'park-now');
  await signIn(page, driver.email);
  await page.goto('/map');
  await parkIn(page, 'Garaje Arroyo Hondo');
  await page.goto('/map');
  await expect(banner(page)).toContainText('Parked at Garaje Arroyo Hondo');
  await banner(page).click();
  await endAndRate(page);
  const { data } = await driver.client.from('reservations').select('id').throwOnError();
  expect(data).toEqual([]);
});

test('a session that was ended does not come back by the way back', async ({ page }) => {
  await page.goto('/map');
  await parkIn(page, 'Garaje Arroyo Hondo');
  await page.getByRole('button', { name: 'Navigate to Parking' }).click();
  await expect(page).toHaveURL(/\/directions/);
  await page.getByRole('button', { name: 'Back to map' }).click();
  await banner(page).click();
  await endAndRate(page);
  for (const earlier of [/\/parking-rating$/, /\/map$/, /\/directions/]) {
    await page.goBack();
    await expect(page).toHaveURL(earlier);
  }
  // Here the history still holds the status screen with its reservation.
  await page.goBack();
  await expect(page).toHaveURL(/\/map$/);
  await expect(page.getByRole('link', { name: 'Park Now' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('a driver who cancels is back on the map and parks nowhere', async ({ page }) => {
  await page.goto('/map');
  await page.getByRole('link', { name: 'Park Now' }).click();
  await zones(page).first().click();
  await page.getByRole('button', { name: 'CANCEL' }).click();
  await expect(page).toHaveURL(/\/map$/);
  await page.goto('/parking-status');
  await expect(page).toHaveURL(/\/map$/);
});

test.describe('in the Colonial City', () => {
  test.use({ geolocation: { latitude: 18.4716, longitude: -69.8924 } });

  test('a driver is offered what is near there, but not the full zone around the corner', async ({ page }) => {
    await page.goto('/park-now');
    await expect(zones(page)).toHaveCount(3);
    await expect(zones(page).nth(0)).toHaveAccessibleName('Parqueo George Washington');
    await expect(page.getByRole('radio', { name: 'Patio Santomé' })).toHaveCount(0);
  });
});

test.describe('without permission to know where the driver is', () => {
  test.use({ permissions: [] });

  test('distances are from the city centre, and the screen says so', async ({ page }) => {
    await page.goto('/park-now');
    await expect(
      page.getByText('Your location is not available, so distances are from the city centre.'),
    ).toBeVisible();
    await expect(zones(page).nth(0)).toHaveAccessibleName('Garaje Arroyo Hondo');
    await zones(page).nth(0).click();
    await page.getByRole('button', { name: 'PARK NOW' }).click();
    await expect(page.getByRole('timer')).toContainText(/2h 59m \d+s/);
  });
});
