import { AT_DESK, openTab } from './office.ts';
import { addReservationsOfWeeks } from './overview-rows.ts';
import { expect, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ ...AT_DESK, serverEnv: WITHOUT_SAMPLES });

test('an operator sees that all is in order, and goes from a figure to its rows', async ({ page, server }) => {
  await addReservationsOfWeeks(server);
  await openTab(page, 'overview');
  await page.getByRole('link', { name: 'System and log' }).click();
  await test.step('the system and its jobs are in order', async () => {
    const system = page.getByRole('region', { name: 'System Status' }).getByRole('listitem');
    const jobs = page.getByRole('region', { name: 'Scheduled jobs' });
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).first().click();
      await expect(system.filter({ hasText: /^Database/ })).toContainText('Online', { timeout: 5000 });
      await expect(jobs.getByText('On time').first()).toBeVisible({ timeout: 2000 });
    }).toPass();
  });
  const late = page.getByRole('region', { name: 'Reservations that ended late' });
  await test.step('the table of a chart opens by keyboard', async () => {
    await page.getByRole('link', { name: 'Revenue and use' }).click();
    await expect(late.getByRole('img').locator('svg .recharts-bar-rectangle').first()).toBeVisible();
    await late.getByText('Show as a table').focus();
    await page.keyboard.press('Enter');
    await expect(late.getByRole('table')).toBeVisible();
  });
  await test.step('the figure is the count of the rows behind it', async () => {
    const figure = late.getByRole('link').first();
    const count = await figure.textContent();
    await figure.click();
    await expect(page.getByText(`of ${count} reservations`)).toBeVisible();
    await expect(page.getByRole('button', { name: /Ended late/ })).toBeVisible();
  });
});
