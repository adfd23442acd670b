import type { Page } from '@playwright/test';
import { createPerson, expect, type Person, test } from './people.ts';

test.use({ drawsMap: true });

const HOUR_MS = 3_600_000;

const pin = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });

/** Opens a pin as keyboard users do; on a phone it may lie under the sheet. */
async function choosePin(page: Page, name: string): Promise<void> {
  await pin(page, name).focus();
  await page.keyboard.press('Enter');
}

async function book(person: Person, spaceId: string, from: Date): Promise<void> {
  await person.client
    .from('reservations')
    .insert({
      user_id: person.id,
      parking_space_id: spaceId,
      start_time: from.toISOString(),
      end_time: new Date(from.getTime() + HOUR_MS).toISOString(),
      status: 'active',
    })
    .throwOnError();
}

async function listSpaces(person: Person, zone: string): Promise<string[]> {
  const { data } = await person.client
    .from('parking_spaces')
    .select('id')
    .eq('zone_name', zone)
    .order('name')
    .throwOnError();
  return data.map(({ id }) => id);
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

test('a full zone cannot be reserved', async ({ page, server }) => {
  const driver = await createPerson(server, 'full');
  for (const space of await listSpaces(driver, 'Plaza Cultural'))
    await book(driver, space, new Date(Date.now() - HOUR_MS / 4));
  await page.goto('/map');
  await expect(pin(page, 'Plaza Cultural')).toHaveAccessibleName(/no spaces|0 spaces/i);
  await choosePin(page, 'Plaza Cultural');
  await expect(page.getByRole('button', { name: 'Choose Plaza Cultural' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Reserve Parking' })).toBeDisabled();
});
