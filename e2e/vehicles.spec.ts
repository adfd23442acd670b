import { fillWallet, findReserveButton } from './bookings.ts';
import { openTab } from './office.ts';
import { createPerson, expect, forgetSession, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

test('a driver parks a vehicle of their own, and the operator finds it by its plate', async ({ page, server }) => {
  const driver = await createPerson(server, 'owner');
  await fillWallet(server, driver);

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
    await forgetSession(page);
    await signIn(page, driver.email);
    await page.goto('/activity');
    await page.getByRole('link', { name: /A-/ }).click();
    await expect(page.getByText('A987654')).toBeVisible();
  });

  await test.step('the operator finds it by its plate', async () => {
    await openTab(page, 'reservations', 'A 987-654');
    await expect(page.getByText('Toyota Yaris, A987654')).toBeVisible();
    await expect(page.getByText(driver.email)).toBeVisible();
  });
});
