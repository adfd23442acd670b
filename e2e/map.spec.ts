import type { Page } from '@playwright/test';
import { expect, test } from './people.ts';

// The map with its streets; everything else about it is tested on an empty one.
test.use({ drawsMap: true });

const pin = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });

test('a visitor sees the map, and the five cheapest zones with free spaces in the sheet', async ({ page }) => {
  await page.goto('/map');
  await expect(page.getByText('Choose a parking zone')).toBeVisible();
  const zones = page.getByRole('radiogroup').getByRole('radio');
  await expect(zones).toHaveCount(5);
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/Universitaria/);
  await expect(pin(page, 'Casco Colonial')).toBeVisible();
});

test.describe('when tiles are missing', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('the pins stand on what is left', async ({ page }) => {
    await page.route('**/maps/tiles/**', (route) => route.abort());
    await page.goto('/map');
    await expect(pin(page, 'Naco Tiradentes')).toBeVisible();
    await expect(page.getByText('The map cannot be shown right now')).toBeHidden();
  });
});
