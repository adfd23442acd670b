import { addPastReservations } from '../bookings.ts';
import { createPerson, expect, submitLogIn, test } from '../people.ts';
import { copyDataTemplate, startServer } from '../server.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

test('a driver whose server dies is told so, and sees them when it is back', async ({ page }) => {
  const dataDir = await copyDataTemplate();
  const first = await startServer(dataDir);
  const driver = await createPerson(first, 'killed');
  await addPastReservations(first, driver, [{ zone: 'Naco Tiradentes', space: 8, startsInHours: -5 }]);
  await page.goto(`${first.url}/login`);
  await submitLogIn(page, driver.email);
  await expect(page).toHaveURL(/\/map$/);
  await page.goto(`${first.url}/activity`);
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
  // What the screen loads later has come too.
  await page.waitForLoadState('networkidle');

  first.process.kill('SIGKILL');
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Failed to load reservations' })).toBeVisible();

  const second = await startServer(dataDir, { PORT: new URL(first.url).port });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
  await second.stop();
});
