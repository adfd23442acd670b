import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { addPastReservations } from '../bookings.ts';
import { createClientFor, createPerson, expect, PASSWORD, test } from '../people.ts';
import { allowReservations } from '../run-as-owner.ts';
import { copyDataTemplate, createDataDir, startServer } from '../server.ts';

const BURST = 40;

test('every booking acknowledged before the server was killed is there after a restart', async () => {
  const dataDir = await createDataDir();
  const first = await startServer(dataDir);
  const driver = await createPerson(first, 'burst');
  await allowReservations(first, BURST);
  const { data: spaces } = await driver.client.from('parking_spaces').select('id').limit(BURST).throwOnError();
  const acknowledged: string[] = [];

  // The kill comes in the middle of the burst: after some answers, before the rest.
  const killed = once(first.process, 'exit');
  await Promise.all(
    spaces.map(async (space, index) => {
      const id = randomUUID();
      const start = Date.now() + 3_600_000 * (index + 1);
      const { error } = await driver.client.from('reservations').insert({
        id,
        user_id: driver.id,
        parking_space_id: space.id,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
        status: 'active',
      });
      if (error === null) acknowledged.push(id);
      if (acknowledged.length === BURST / 4) first.process.kill('SIGKILL');
    }),
  );
  await killed;
  expect(acknowledged.length).toBeGreaterThanOrEqual(BURST / 4);

  const second = await startServer(dataDir);
  try {
    const again = await createClientFor(second, driver.email);
    const { data } = await again.from('reservations').select('id').in('id', acknowledged).throwOnError();
    expect(data.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  } finally {
    await second.stop();
  }
});

test.describe('while somebody looks on', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a driver whose server dies is told so, and sees them when it is back', async ({ page }) => {
    const dataDir = await copyDataTemplate();
    const first = await startServer(dataDir);
    const driver = await createPerson(first, 'killed');
    await addPastReservations(first, driver, [{ zone: 'Naco Tiradentes', space: 8, startsInHours: -5 }]);
    await page.goto(`${first.url}/login`);
    await page.getByLabel('Email').fill(driver.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
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
});
