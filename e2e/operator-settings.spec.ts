import type { Page } from '@playwright/test';
import { createReadyDriver, findReserveButton } from './bookings.ts';
import { openTab } from './office.ts';
import { expect, findMail, signIn, test, WITHOUT_SAMPLES } from './people.ts';

// The product as an operator runs it, without sample data.
test.use({ serverEnv: WITHOUT_SAMPLES });

const save = async (office: Page) => {
  await office.getByRole('button', { name: 'Save System Settings' }).click();
};
const expectSaved = (office: Page) =>
  expect(office.getByText('System settings saved successfully').last()).toBeVisible();

test('what the operator sets holds for drivers', async ({ page, server, browser }) => {
  const driver = await createReadyDriver(server, 'obeys');
  const office = await (await browser.newContext({ baseURL: server.url })).newPage();

  await test.step('the operator sets a name and the most hours', async () => {
    await openTab(office, 'settings');
    await office.getByLabel('Application name').fill('Parking RD');
    await office.getByLabel('Max reservation hours').fill('2');
    await office.getByLabel('Tax rate (%)').fill('18');
    await save(office);
    await expectSaved(office);
    await expect(office.getByRole('banner').getByText('Parking RD')).toBeVisible();
  });

  await test.step('the page, the manifest and mails have the name', async () => {
    // The server keeps the settings for ten seconds.
    await expect
      .poll(async () => (await fetch(`${server.url}/map`)).text(), { timeout: 15_000 })
      .toContain('<title>Parking RD</title>');
    const manifest = await (await fetch(`${server.url}/manifest.en.webmanifest`)).json();
    expect(manifest).toMatchObject({ name: 'Parking RD', short_name: 'Parking RD' });
    await driver.client.auth.resetPasswordForEmail(driver.email);
    await findMail(server, driver.email, /choose a new password for your Parking RD account/);
  });

  await test.step('a driver reserves at most two hours', async () => {
    await signIn(page, driver.email);
    await page.goto('/map');
    await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).click();
    await page.getByRole('button', { name: 'View Details' }).click();
    await findReserveButton(page).click();
    await expect(page.getByLabel('Duration (hours)')).toHaveValue('2');
    await expect(page.getByText(/includes \$[\d.]+ ITBIS \(18%\)/)).toBeVisible();
    await page.getByRole('button', { name: '+1h, add 1 hour' }).click();
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page.getByText('A reservation can last at most 2 hours.')).toBeVisible();
    await page.getByLabel('Duration (hours)').fill('1');
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page).toHaveURL(/\/directions/);
  });

  await test.step('during maintenance the driver reads so, and ends the reservation all the same', async () => {
    await office.getByRole('switch', { name: 'Maintenance mode' }).click();
    await save(office);
    await office.getByRole('button', { name: 'Save settings', exact: true }).click();
    await expectSaved(office);
    await page.goto('/map');
    await expect(page.getByText('Parking RD is being maintained')).toBeVisible();
    await page.getByRole('button', { name: 'See my reservations' }).click();
    await page.getByRole('link', { name: /A-/ }).first().click();
    await page.getByRole('button', { name: 'End Parking' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const readReservations = async () =>
      (await driver.client.from('reservations').select('status').throwOnError()).data;
    await expect.poll(readReservations).toEqual([{ status: 'completed' }]);
    await office.goto('/map');
    await expect(office.getByRole('button', { name: /^Kennedy–Lincoln, / })).toBeVisible();
  });

  await test.step('afterwards the driver reserves again, without loading the page anew', async () => {
    await page.goto('/zones');
    await expect(page.getByText('Parking RD is being maintained')).toBeVisible();
    await office.goto('/admin?tab=settings');
    await office.getByRole('switch', { name: 'Maintenance mode' }).click();
    await save(office);
    await expectSaved(office);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Kennedy–Lincoln').first()).toBeVisible();
  });
});
