import { createPerson, expect, signIn, test } from './people.ts';

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
