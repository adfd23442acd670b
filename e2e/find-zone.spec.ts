import { expect, test } from './people.ts';

// Ways to a zone beside its pin: by amenity and in the list of all.

test('a driver looks for zones with an amenity, and then in the list of all, by name or address', async ({ page }) => {
  await page.goto('/map');
  const zones = page.getByRole('radiogroup').getByRole('radio');
  await expect(zones).toHaveCount(5);
  const chip = page.getByRole('button', { name: 'Electric Charging' });
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await chip.click();
  await expect(page.getByRole('radio', { name: 'Churchill Norte' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Universitaria' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Universitaria, / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Naco Tiradentes, / })).toBeVisible();
  await chip.click();
  await expect(zones).toHaveCount(5);

  await page.getByRole('link', { name: 'See all zones' }).click();
  await expect(page).toHaveURL(/\/zones$/);
  await expect(page.getByRole('status').filter({ hasText: 'parking zones' })).toHaveText('14 parking zones');
  await page.getByLabel('Name or address').fill('palo hincado');
  await expect(page.getByRole('status').filter({ hasText: 'parking zone' })).toHaveText('1 parking zone');
  await page.getByRole('link', { name: /Conde Oeste/ }).click();
  await expect(page.getByRole('heading', { name: 'Conde Oeste' })).toBeVisible();
});
