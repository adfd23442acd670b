import type { Page } from '@playwright/test';
import { formatDayAhead } from './bookings.ts';
import { createPerson, expect, type Person, signIn, test } from './people.ts';

const CONFLICT = /Failed to load resource/;

async function openSpace(page: Page, person: Person, spaceId: string): Promise<void> {
  await signIn(page, person.email);
  await page.goto(`/reserve/${spaceId}`);
  await expect(page.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
}

async function spaceNumber(person: Person, index: number): Promise<string> {
  const { data } = await person.client
    .from('parking_spaces')
    .select('id')
    // A zone that no other journey books in.
    .eq('zone_name', 'Churchill Centro')
    .order('name')
    .range(index, index)
    .single()
    .throwOnError();
  return data.id;
}

const readReservations = async (person: Person) =>
  (await person.client.from('reservations').select('id, total_amount, status').throwOnError()).data;

test.use({ expectedErrors: [CONFLICT] });

test('when the answer of a booking is lost, confirming again finds it instead of booking twice', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'lost');
  await openSpace(page, driver, await spaceNumber(driver, 2));
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
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions/);
  expect(await readReservations(driver)).toHaveLength(1);
});

test('the total follows the hours, and the line below says until when cancelling is free', async ({ page, server }) => {
  const driver = await createPerson(server, 'total');
  const space = await spaceNumber(driver, 5);
  const { data } = await driver.client
    .from('parking_spaces')
    .select('hourly_rate')
    .eq('id', space)
    .single()
    .throwOnError();
  await openSpace(page, driver, space);
  await expect(page.getByText(`$${(data.hourly_rate * 3).toFixed(2)}`).first()).toBeVisible();
  await page.getByLabel('Date').fill(formatDayAhead(210));
  await expect(page.getByText(/Free to cancel until/)).toBeVisible();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions/);
  expect(await readReservations(driver)).toMatchObject([{ total_amount: data.hourly_rate * 3, status: 'active' }]);
});
