import type { Page } from '@playwright/test';
import { expect, test } from './people.ts';

// The map with its streets; everything else about it is tested on an empty one.
test.use({ drawsMap: true });

const pin = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });

/** Opens a pin as keyboard users do; on a phone it may lie under the sheet. */
async function choosePin(page: Page, name: string): Promise<void> {
  await pin(page, name).focus();
  await page.keyboard.press('Enter');
}

test('a visitor sees the map, and the five cheapest zones with free spaces in the sheet', async ({ page }) => {
  await page.goto('/map');
  await expect(page.getByText('Choose a parking zone')).toBeVisible();
  const zones = page.getByRole('radiogroup').getByRole('radio');
  await expect(zones).toHaveCount(5);
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/Universitaria/);
  await expect(pin(page, 'Casco Colonial')).toBeVisible();
});

test('a pin tells name, price and free spaces, and its details list amenities and spaces', async ({ page }) => {
  await page.goto('/map');
  await choosePin(page, 'Naco Tiradentes');
  await expect(page.getByText('$5/hr').first()).toBeVisible();
  await expect(page.getByText('10 spaces available')).toBeVisible();
  await page.getByRole('button', { name: 'View Details' }).click();
  const details = page.getByRole('dialog');
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
  await page.getByRole('combobox').fill('nunez de cac');
  await page
    .getByRole('option', { name: /Av\. Núñez de Cáceres/ })
    .first()
    .click();
  await expect(page.getByRole('img', { name: /Av\. Núñez de Cáceres/ })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test.describe('when streets are missing', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('without its streets the pins stand on what is left', async ({ page }) => {
    await page.route('**/maps/data/streets.geojson*', (route) => route.abort());
    await page.goto('/map');
    await expect(pin(page, 'Naco Tiradentes')).toBeVisible();
    await expect(page.getByText('The map cannot be shown right now')).toBeHidden();
  });
});
