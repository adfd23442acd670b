import type { Page } from '@playwright/test';
import { addVehicle, fillWallet, findReserveButton } from './bookings.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';

// The product as an operator runs it, with the simulator in the place of AZUL and PayPal.
test.use({ serverEnv: WITHOUT_SAMPLES });

async function openForm(page: Page) {
  await page.goto('/map');
  await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).click();
  await page.getByRole('button', { name: 'View Details' }).click();
  await findReserveButton(page).click();
}

const confirm = (page: Page) => page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();

test('a driver pays by card after a decline, and with the wallet after topping up', async ({ page, server }) => {
  const driver = await createPerson(server, 'payer');
  await addVehicle(driver);
  await signIn(page, driver.email);

  await test.step('a card that is declined leaves the space to others', async () => {
    await openForm(page);
    await page.getByRole('radio', { name: /^Card/ }).click();
    await confirm(page);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page).toHaveURL(/\/payment\//);
    await expect(page.getByText('The payment was not approved')).toBeVisible();
    const { data } = await driver.client.from('reservations').select('status').throwOnError();
    expect(data).toEqual([{ status: 'lapsed' }]);
  });

  await test.step('the same reservation is filled in again, and paid', async () => {
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
    await confirm(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Reservation confirmed!')).toBeVisible();
    await page.getByRole('link', { name: 'Show me the way' }).click();
    await expect(page).toHaveURL(/\/directions/);
  });

  await test.step('the wallet has what came in and what it paid', async () => {
    await page.goto('/wallet');
    await expect(page.getByText('$0.00', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /Payment in/ })).toBeVisible();
  });

  await test.step('the wallet is topped up with PayPal', async () => {
    await page.getByRole('button', { name: 'Top up' }).click();
    await page.getByRole('radio', { name: /^PayPal/ }).click();
    await page.getByRole('button', { name: /^Top up \$/ }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Wallet topped up')).toBeVisible();
    await page.getByRole('link', { name: 'See your wallet' }).click();
    await expect(page.getByText('$5.00', { exact: true })).toBeVisible();
  });
});

test('a driver who leaves the payment gives the space up, or goes on', async ({ page, server }) => {
  const driver = await createPerson(server, 'leaver');
  await addVehicle(driver);
  await fillWallet(server, driver);
  await signIn(page, driver.email);
  await openForm(page);
  await page.getByRole('radio', { name: /^Card/ }).click();
  await confirm(page);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/The space is yours to pay for/)).toBeVisible();

  await page.goto('/reservations');
  await expect(page.getByText(/^Waiting for payment · /)).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('You left the payment')).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('radio', { name: /^Wallet/ }).click();
  await confirm(page);
  await expect(page).toHaveURL(/\/directions/);
});
