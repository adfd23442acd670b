import { addStaysOfWeeks } from './overview-rows.ts';
import { ADMIN, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

test.beforeAll(({ server }) => addStaysOfWeeks(server));

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`an operator goes from a figure to its rows on ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin');
    const late = page.getByRole('region', { name: 'Stays that ended late' });
    await expect(late.getByRole('img').locator('svg .recharts-bar-rectangle').first()).toBeVisible();
    await expect(page.getByText(/^Updated \d\d:\d\d$/).first()).toBeVisible();

    await test.step('the system and its jobs are in order', async () => {
      const system = page.getByRole('region', { name: 'System Status' });
      await expect(system.getByRole('listitem').filter({ hasText: 'Database' })).toContainText('Online');
      const jobs = page.getByRole('region', { name: 'Scheduled jobs' });
      await expect(async () => {
        await page.getByRole('button', { name: 'Refresh' }).first().click();
        await expect(jobs.getByText('On time').first()).toBeVisible();
      }).toPass();
    });

    await test.step('the table of a chart opens by keyboard', async () => {
      await late.getByText('Show as a table').focus();
      await page.keyboard.press('Enter');
      await expect(late.getByRole('table')).toBeVisible();
    });

    await test.step('the figure is the count of the rows behind it', async () => {
      const count = Number(await late.getByRole('link').first().textContent());
      await late.getByRole('link').first().click();
      await expect(page.getByRole('button', { name: 'Remove filter: Ended late' })).toBeVisible();
      await expect(page.getByText(new RegExp(`of ${count} reservations$`))).toBeVisible();
    });
  });
}
