import { fillWallet, findReserveButton } from './bookings.ts';
import { ADMIN, createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

test('a driver parks a vehicle of their own, and the operator finds it by its plate', async ({ page, server }) => {
  const driver = await createPerson(server, 'owner');
  await fillWallet(server, driver);

  await test.step('a reservation without a vehicle is refused, also past the screens', async () => {
    const { data: space } = await driver.client.from('parking_spaces').select('id').limit(1).single().throwOnError();
    const { error } = await driver.client.from('reservations').insert({
      user_id: driver.id,
      parking_space_id: space.id,
      start_time: new Date(Date.now() + 3_600_000).toISOString(),
      end_time: new Date(Date.now() + 7_200_000).toISOString(),
      status: 'active',
    });
    expect(error?.hint).toBe('vehicle-required');
  });

  await test.step('the driver adds a vehicle while reserving', async () => {
    await signIn(page, driver.email);
    await page.goto('/map');
    await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).click();
    await page.getByRole('button', { name: 'View Details' }).click();
    await findReserveButton(page).click();
    await page.getByLabel('Name').fill('Toyota Yaris');
    await page.getByLabel('Plate').fill('a 987-654');
    await page.getByLabel('Type').selectOption('Hatchback');
    await page.getByRole('button', { name: 'Add vehicle' }).click();
    await expect(page.getByRole('radio', { name: /Toyota Yaris/ })).toBeChecked();
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page).toHaveURL(/\/directions/);
    await expect(page.getByText('A987654')).toBeVisible();
  });

  await test.step('the vehicle stays with the reservation after the driver removes it', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Remove Toyota Yaris' }).click();
    await page.getByRole('button', { name: 'Remove vehicle' }).click();
    await expect(page.getByText(/Add the vehicles that you park/)).toBeVisible();
    // As on another device, where nothing is stored.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('parqueo.')) localStorage.removeItem(key);
    });
    await page.goto('/activity');
    await page.getByRole('link', { name: /A-/ }).click();
    await expect(page.getByText('A987654')).toBeVisible();
  });

  await test.step('the operator finds it by its plate', async () => {
    await page.evaluate(() => localStorage.clear());
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin?tab=reservations');
    await page.getByPlaceholder('Search by user name, email, or parking space...').fill('A 987-654');
    await expect(page.getByText('Toyota Yaris, A987654')).toBeVisible();
    await expect(page.getByText(driver.email)).toBeVisible();
  });
});
