import { createPerson, expect, PASSWORD, signIn, test } from './people.ts';

test('a visitor is asked to log in before the wallet and the owner mode, and comes back', async ({ page, server }) => {
  const { email } = await createPerson(server, 'wallet-visitor');
  await page.goto('/owner');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/wallet');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('a driver looks into the wallet and reserves with the way to pay picked there', async ({ page, server }) => {
  const driver = await createPerson(server, 'wallet');
  await signIn(page, driver.email);
  await page.goto('/wallet');

  await test.step('the balance is 100 dollars', async () => {
    await expect(page.getByText('$100.00')).toBeVisible();
  });
  await test.step('the card is masked', async () => {
    await expect(page.getByText('•••• •••• •••• 4242')).toBeVisible();
  });
  await test.step('the account is where the bottom navigation says it is', async () => {
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
  await test.step('one of three ways to pay is picked', async () => {
    const payment = page.getByRole('group', { name: 'Payment method' });
    await expect(payment.getByRole('radio')).toHaveCount(3);
    for (const name of ['Credit Card', 'Wallet', 'PayPal']) {
      await payment.getByRole('radio', { name }).check();
      await expect(payment.getByRole('radio', { checked: true })).toHaveAccessibleName(name);
    }
  });
  await test.step('the rows do nothing when tapped', async () => {
    for (const name of ['Add Credit Card', 'Add PayPal', 'Get Paid', 'Payment History']) {
      // Forced, as nothing is ready to be tapped here.
      await page.getByRole('button', { name }).click({ force: true });
      await expect(page).toHaveURL(/\/wallet$/);
    }
  });
  await test.step('the choice survives a reload and is where the reserve form starts', async () => {
    await page.reload();
    await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
    const { data } = await driver.client.from('parking_spaces').select('id').limit(1).single().throwOnError();
    await page.goto(`/reserve/${data.id}`);
    await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  });
});

for (const path of ['/wallet/add-card', '/wallet/add-paypal', '/wallet/get-paid', '/wallet/history']) {
  test(`nobody finds a screen at ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
  });
}

test('a driver reads what owner mode will be, and the way back leads to the account', async ({ page, server }) => {
  const { email } = await createPerson(server, 'owner');
  await signIn(page, email);
  await page.goto('/owner');
  await expect(page.getByRole('heading', { name: 'Owner mode' })).toBeVisible();
  await expect(page.getByText('Owner mode is not open yet')).toBeVisible();
  await page.getByRole('link', { name: 'Back to account' }).first().click();
  await expect(page).toHaveURL(/\/account$/);
});
