import type { Page } from '@playwright/test';
import { expect, test } from './people.ts';

const zones = (page: Page) => page.getByRole('radiogroup', { name: 'Nearest parking zones' }).getByRole('radio');
const banner = (page: Page) => page.getByRole('link', { name: /Parked at/ });

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

test('a visitor parks now, reloads, ends the session and rates it, all on the device', async ({ page }) => {
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
    await expect(page.getByText(/^Starts /)).toBeHidden();
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
