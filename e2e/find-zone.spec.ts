import { createPerson, expect, test } from './people.ts';

// Ways to a zone beside its pin: by amenity, in the list of all, and by how long a space stays free.

const HOUR_MS = 3_600_000;

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

test('a driver who wants too much is told, and not shown an empty sheet', async ({ page }) => {
  await page.goto('/map');
  for (const amenity of ['Electric Charging', 'Valet Service', '24/7 Access']) {
    await page.getByRole('button', { name: amenity }).click();
  }
  await expect(page.getByText('No parking zone fits')).toBeVisible();
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

test('the amenities that are looked for are part of the list’s address', async ({ page }) => {
  await page.goto('/zones?with=valet_service');
  await expect(page.getByRole('link', { name: /Casco Colonial/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Malecón/ })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Valet Service' })).toHaveAttribute('aria-pressed', 'true');
});

test('a driver reads until when a space is free before choosing it', async ({ page, server }) => {
  const driver = await createPerson(server, 'free-until');
  const { data } = await driver.client
    .from('parking_spaces')
    .select('id, name, zone_id')
    .eq('zone_name', 'Olímpico')
    .order('name')
    .throwOnError();
  const [first, second] = data;
  if (first === undefined || second === undefined) throw new Error('The zone has too few spaces');
  const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS);
  await driver.client
    .from('reservations')
    .insert({
      user_id: driver.id,
      parking_space_id: first.id,
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + HOUR_MS).toISOString(),
      status: 'active',
    })
    .throwOnError();
  const hour = start.toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'America/Santo_Domingo',
  });
  await page.goto(`/reserve-parking/${first.zone_id}`);
  const rows = page.getByRole('region', { name: 'Parking spaces' }).getByRole('listitem');
  await expect(rows.filter({ hasText: first.name })).toContainText(new RegExp(`Free until .*${hour}`));
  await expect(rows.filter({ hasText: second.name })).toContainText('Free for the next 24 hours');
});
