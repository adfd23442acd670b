import { book, createReadyDriver, endReservation } from './bookings.ts';
import { openTab } from './office.ts';
import { expect, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

test('the operator gives money back for a reservation', async ({ page, server }) => {
  const driver = await createReadyDriver(server, 'receipt');
  const doDueWork = () => runAsOwner(server, (sql) => sql`select private.run_due_work()`);

  await test.step('the reservation is over', async () => {
    const [reservation] = await book(driver, [{ zone: 'Kennedy–Lincoln', space: 0, startsInHours: 0, hours: 2 }]);
    await endReservation(driver, reservation?.id ?? '', 'completed');
    await doDueWork();
  });

  await test.step('the operator gives a part back with a reason', async () => {
    await openTab(page, 'reservations', driver.email);
    await page.getByRole('button', { name: /^Payment and history of the reservation/ }).click();
    await page.getByRole('button', { name: 'Give money back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give money back' });
    await dialog.getByLabel(/^Amount/).fill('1.50');
    await dialog.getByLabel(/^Reason/).fill('The gate was broken');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Give back $1.50' }).click();
    await expect(page.getByRole('list', { name: 'Charges' }).getByText('The gate was broken')).toBeVisible();
    await doDueWork();
  });

  await test.step('the wallet and the revenue of today have it', async () => {
    await page.goto('/admin?part=revenue');
    await expect(page.getByRole('region', { name: 'Revenue' }).getByText(/1\.50$/)).toBeVisible();
    await page.goto(`/admin?tab=users&q=${encodeURIComponent(driver.email)}`);
    await page.getByRole('button', { name: 'View Details' }).click();
    await page.getByRole('tab', { name: 'Wallet' }).click();
    await expect(page.getByText('The gate was broken')).toBeVisible();
    await page.getByRole('button', { name: 'Adjust the balance' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust the balance' });
    await dialog.getByLabel(/^Amount/).fill('2');
    await dialog.getByLabel(/^Reason/).fill('A present from us');
    await dialog.getByRole('button', { name: /^Add / }).click();
    await expect(page.getByText('A present')).toBeVisible();
  });
});
