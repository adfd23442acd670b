import { m } from '#messages';
import { signInOperator, WORKPLACES } from './operators.ts';
import { addReservationsOfWeeks } from './overview-rows.ts';
import { expect, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

test.beforeAll(({ server }) => addReservationsOfWeeks(server));

for (const { where, language, use } of WORKPLACES) {
  const locale = { locale: language };
  test.describe(where, () => {
    test.use(use);

    test('an operator goes from a figure to its rows', async ({ page, server }) => {
      await signInOperator(page, server, language);
      await page.goto('/admin');
      const late = page.getByRole('region', { name: m.overview_late_title({}, locale) });
      await expect(late.getByRole('img').locator('svg .recharts-bar-rectangle').first()).toBeVisible();
      await expect(page.getByText(m.updated_at({ time: '' }, locale)).first()).toBeVisible();

      await test.step('the system and its jobs are in order', async () => {
        const system = page.getByRole('region', { name: m.overview_system({}, locale) });
        const database = system.getByRole('listitem').filter({ hasText: m.overview_system_database({}, locale) });
        await expect(database).toContainText(m.overview_system_online({}, locale));
        const jobs = page.getByRole('region', { name: m.health_jobs({}, locale) });
        await expect(async () => {
          await page
            .getByRole('button', { name: m.action_refresh({}, locale) })
            .first()
            .click();
          await expect(jobs.getByText(m.health_job_on_time({}, locale)).first()).toBeVisible();
        }).toPass();
      });

      await test.step('the table of a chart opens by keyboard', async () => {
        await late.getByText(m.chart_table({}, locale)).focus();
        await page.keyboard.press('Enter');
        await expect(late.getByRole('table')).toBeVisible();
      });

      await test.step('the figure is the count of the rows behind it', async () => {
        const figure = late.getByRole('link').first();
        const count = await figure.textContent();
        await figure.click();
        const filter = m.admin_reservations_ended_late({}, locale);
        await expect(page.getByRole('button', { name: m.filter_chip_remove({ filter }, locale) })).toBeVisible();
        await expect(page.getByText(new RegExp(` (of|de) ${count} (reservations|reservas)$`))).toBeVisible();
      });
    });
  });
}
