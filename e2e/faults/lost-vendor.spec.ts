import { book } from '../bookings.ts';
import { test } from '../lock-vendor.ts';
import { createPerson, expect, signIn } from '../people.ts';

// A driver stands before a barrier while its vendor is gone.

const ZONE = 'Naco Tiradentes';
const PHONE = '+18095550100';

test.use({
  viewport: { width: 390, height: 844 },
  serverEnv: [async ({ vendor }, use) => use({ ...vendor.env, SUPPORT_PHONE: PHONE }), { scope: 'worker' }],
});

test('a driver whose lock vendor hangs or is down reads whom to call in seconds, and opens when it is back', async ({
  page,
  server,
  vendor,
}) => {
  const driver = await createPerson(server, 'arriving');
  await book(driver, [{ zone: ZONE, space: 0, startsInHours: 0 }]);
  await signIn(page, driver.email);
  await page.goto('/activity');
  const open = page.getByRole('button', { name: 'Open the barrier' });
  const expectWayOut = async () => {
    await expect(page.getByRole('alert')).toHaveText(
      'The barriers cannot be reached right now. Try again in a minute, or call the operator.',
    );
    await expect(page.getByRole('link', { name: /Call/ })).toHaveAttribute('href', `tel:${PHONE}`);
  };

  vendor.freeze();
  try {
    await open.click();
    await expect(page.getByRole('button', { name: 'Opening the barrier…' })).toBeDisabled();
    await expectWayOut();
  } finally {
    vendor.unfreeze();
  }
  await vendor.kill();
  try {
    await open.click();
    await expect(page.getByRole('button', { name: 'Opening the barrier…' })).toBeDisabled();
    await expectWayOut();
  } finally {
    await vendor.restart();
  }
  await open.click();
  await expect(page.getByText('The barrier is down. You can drive.')).toBeVisible();
});
