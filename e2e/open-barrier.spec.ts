import { book } from './bookings.ts';
import { test } from './lock-vendor.ts';
import { ADMIN, createPerson, expect, signIn } from './people.ts';

// The first space of Naco Tiradentes has the lock KV-0001, which is up.
const ZONE = 'Naco Tiradentes';
const ARRIVAL_MS = 10_000;

test.use({ viewport: { width: 390, height: 844 } });

test('a driver opens the barrier, parks, ends the reservation and raises the barrier behind them', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'barrier');
  await book(driver, [{ zone: ZONE, space: 0, startsInHours: 0 }]);
  await signIn(page, driver.email);

  await test.step('the button is on the cards of the reservation', async () => {
    await page.goto('/map');
    await expect(page.getByRole('button', { name: 'Open the barrier' })).toBeVisible();
    await page.goto('/activity');
    await expect(page.getByRole('button', { name: 'Open the barrier' })).toBeVisible();
  });
  await test.step('on arrival the barrier goes down', async () => {
    await page.getByRole('link', { name: /Parked now/ }).click();
    await page.getByRole('button', { name: 'Navigate to Parking' }).click();
    await page.clock.install();
    await page.getByRole('button', { name: 'START DRIVING' }).click();
    await page.clock.fastForward(ARRIVAL_MS);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Open the barrier' }).click({ timeout: 15_000 });
    await expect(dialog.getByRole('button', { name: 'Opening the barrier…' })).toBeDisabled();
    await expect(dialog.getByText('The barrier is down. You can drive.')).toBeVisible({ timeout: 15_000 });
    await dialog.getByRole('button', { name: 'Park Now' }).click();
    await expect(page).toHaveURL(/\/parking-status/);
  });
  await test.step('after the reservation the empty space gets its barrier back', async () => {
    await page.getByRole('button', { name: 'End Parking' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Yes, raise the barrier' }).click();
    await expect(page.getByText('The barrier is up. Thank you!')).toBeVisible({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(page).toHaveURL(/\/map/);
  });
  await test.step('the operator reads both commands with the driver', async () => {
    await page.evaluate(() => localStorage.clear());
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto(`/admin?tab=parking&q=${ZONE}`);
    await page.getByRole('button', { name: 'Edit A-01' }).click();
    await page.getByRole('dialog').getByText('History', { exact: true }).click();
    for (const action of ['raise', 'lower']) {
      const entry = page.getByRole('listitem').filter({ hasText: `Command to ${action} lock KV-0001` });
      await expect(entry).toContainText('The lock moved');
      await expect(entry).toContainText(driver.email);
    }
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Administrator Log' })).toBeVisible();
    await expect(page.getByText('Command to lower lock KV-0001')).toHaveCount(0);
  });
});

test('a barrier that is stuck is said so after 10 seconds, and opens when it moves again', async ({
  page,
  server,
  vendor,
}) => {
  const driver = await createPerson(server, 'stuck');
  await book(driver, [{ zone: ZONE, space: 1, startsInHours: 0 }]);
  await vendor.breakWith({ stuck: ['KV-0002'] });
  await signIn(page, driver.email);
  await page.goto('/activity');
  await page.getByRole('button', { name: 'Open the barrier' }).click();
  await expect(page.getByRole('alert')).toHaveText('The barrier did not answer. Try again, or call the operator.', {
    timeout: 15_000,
  });

  await vendor.breakWith({ slow: ['KV-0002'], lostResponse: true });
  await page.getByRole('button', { name: 'Open the barrier' }).click();
  await expect(page.getByText('The barrier is down. You can drive.')).toBeVisible({ timeout: 15_000 });
});
