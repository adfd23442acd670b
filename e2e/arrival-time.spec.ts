import type { Page } from '@playwright/test';
import { findReserveButton } from './bookings.ts';
import { createPerson, expect, submitLogIn, test } from './people.ts';

/** A day within the 366 that can be booked ahead, as the field and as the screens write it. */
const AHEAD = new Date(Date.now() + 200 * 24 * 3_600_000).toISOString().slice(0, 10);
const WRITTEN = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
}).format(new Date(AHEAD));

/** A zone that no other journey books in. */
const ZONE = { path: '/reserve-parking/5a0e0000-0000-4000-8000-000000000002', name: 'Churchill Norte' };

async function chooseArrival(page: Page): Promise<void> {
  await page.getByLabel('Date').fill(AHEAD);
  await page.getByLabel('Time').fill('09:30');
  await page.getByRole('button', { name: '+2h' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function expectFormStartsThen(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
  await expect(page.getByLabel('Date')).toHaveValue(AHEAD);
  await expect(page.getByLabel('Time')).toHaveValue('09:30');
  await expect(page.getByLabel('Duration (hours)')).toHaveValue('5');
}

test('a visitor chooses an arrival for a zone, logs in and books exactly that', async ({ page, server }) => {
  const driver = await createPerson(server, 'arrival');

  await test.step('the zone leads to the arrival time, which knows the zone', async () => {
    await page.goto(ZONE.path);
    await page.getByRole('link', { name: /Arriving later\?/ }).click();
    await expect(page).toHaveURL(/\/arrival-time$/);
    await expect(page.getByText(`Choose when you arrive at ${ZONE.name}. Then pick a space.`)).toBeVisible();
  });
  await test.step('choosing leads back to the zone, which says what was chosen', async () => {
    await chooseArrival(page);
    await expect(page).toHaveURL(new RegExp(`${ZONE.path}$`));
    await expect(page.getByText(`${WRITTEN} at 9:30 AM for 5 hours`)).toBeVisible();
  });
  await test.step('the reserve form starts with it, after logging in', async () => {
    await findReserveButton(page).click();
    await expect(page).toHaveURL(/\/login$/);
    await submitLogIn(page, driver.email);
    await expectFormStartsThen(page);
    await expect(page.getByText('Starts with the arrival time you chose.')).toBeVisible();
  });
  await test.step('it is booked, and the next reserve form starts now again', async () => {
    const form = page.url();
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page).toHaveURL(/\/directions/);
    const { data } = await driver.client.from('reservations').select('start_time, end_time').throwOnError();
    expect(data.map((row) => [new Date(row.start_time).toISOString(), new Date(row.end_time).toISOString()])).toEqual([
      // Santo Domingo is four hours behind UTC, all year round.
      [`${AHEAD}T13:30:00.000Z`, `${AHEAD}T18:30:00.000Z`],
    ]);
    await page.goto(form);
    await expect(page.getByLabel('Duration (hours)')).toHaveValue('3');
    await expect(page.getByLabel('Date')).not.toHaveValue(AHEAD);
  });
});
