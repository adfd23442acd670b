import { createPerson, expect, signIn, test } from './people.ts';
import { findSpace } from './simulated-payments.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

test('when the answer of a booking is lost, confirming again finds it instead of booking twice', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'lost');
  const reservations = async () => (await driver.client.from('reservations').select('id').throwOnError()).data;
  await signIn(page, driver.email);
  await page.goto(`/reserve/${await findSpace(driver, 'Churchill Centro', 'A-03')}`);
  await page.getByRole('button', { name: /^\+2h/ }).click();
  let isLost = false;
  await page.route('**/rest/v1/reservations*', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    // The server books; the driver never hears of it.
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page.getByText('Failed to create reservation').first()).toBeVisible();
  expect(await reservations()).toHaveLength(1);
  await expect(page.getByLabel('Duration (hours)')).toHaveValue('5');
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions/);
  expect(await reservations()).toHaveLength(1);
});
