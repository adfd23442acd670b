import { expect, test } from './people.ts';

// Ways to a zone beside its pin: by amenity and in the list of all.

test('a driver looks for zones with an amenity, and turning it off brings the five back', async ({ page }) => {
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
});

test('the list of all zones leads to each of them, by name or address, without a map', async ({ page }) => {
  await page.goto('/map');
  await page.getByRole('link', { name: 'See all zones' }).click();
  await expect(page).toHaveURL(/\/zones$/);
  await expect(page.getByRole('status').filter({ hasText: 'parking zones' })).toHaveText('14 parking zones');
  await page.getByLabel('Name or address').fill('palo hincado');
  await expect(page.getByRole('status').filter({ hasText: 'parking zone' })).toHaveText('1 parking zone');
  await page.getByRole('link', { name: /Conde Oeste/ }).click();
  await expect(page.getByRole('heading', { name: 'Conde Oeste' })).toBeVisible();
});

test('signs that mean something to a database are only letters here', async ({ page }) => {
  await page.goto('/zones');
  await page.getByLabel('Name or address').fill('%"*,()\\');
  await expect(page.getByText('No parking zone fits')).toBeVisible();
  await page.getByRole('button', { name: 'Show all zones' }).click();
  await expect(page.getByRole('link', { name: /Malecón/ })).toBeVisible();
});
