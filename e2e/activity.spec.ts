import type { Page } from '@playwright/test';
import { book, readStatus } from './bookings.ts';
import { createPerson, expect, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** A zone that no other journey books in; each test has hours of its own. */
const ZONE = 'Parque Independencia';
const ADDRESS = 'Av. Bolívar esq. Av. 30 de Marzo, Santo Domingo';

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const cancelIn = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' });

async function signInDriver(page: Page, server: RunningServer): Promise<Person> {
  const driver = await createPerson(server, 'activity');
  await signIn(page, driver.email);
  return driver;
}

test('an upcoming card shows picture, spot, date, time, price and hours, and leads there', async ({ page, server }) => {
  const driver = await signInDriver(page, server);
  const [booked] = await book(driver, [{ zone: ZONE, space: 0, startsInHours: 30, hours: 3 }]);
  await page.goto('/activity');
  const card = cards(page);

  await expect(card).toHaveCount(1);
  await expect(card.getByRole('heading', { name: 'A-01' })).toBeVisible();
  await expect(card.locator('img')).toHaveJSProperty('complete', true);
  await expect(card.getByText(`${booked?.day}, ${booked?.time}`)).toBeVisible();
  await expect(card.getByText('$9.00')).toBeVisible();
  await expect(card.getByText('3 hrs')).toBeVisible();

  await card.getByRole('button', { name: 'Directions' }).click();
  await expect(page).toHaveURL(/\/directions\?to=/);
  expect(new URL(page.url()).searchParams.get('to')).toBe(ADDRESS);
  await expect(page.getByRole('heading', { name: 'Directions' })).toBeVisible();
  await expect(page.getByText(ADDRESS)).toBeVisible();
  await expect(page.getByText(/^\d+ min$/)).toBeVisible();
});

test('a driver keeps a reservation when asked, then cancels it, and the space is free', async ({ page, server }) => {
  const driver = await signInDriver(page, server);
  const [first] = await book(driver, [
    { zone: ZONE, space: 0, startsInHours: 60 },
    { zone: ZONE, space: 0, startsInHours: 70 },
  ]);
  if (!first) throw new Error('Nothing was booked');
  await page.goto('/activity');
  await expect(page.getByText('Free to cancel until it starts.')).toBeVisible();
  const cancel = cards(page).first().getByRole('button', { name: 'Cancel reservation' });

  await cancel.click();
  await page.getByRole('button', { name: 'Keep reservation' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(cancel).toBeFocused();
  expect(await readStatus(driver, first.id)).toBe('active');

  await cancel.click();
  await cancelIn(page).click();
  await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await readStatus(driver, first.id)).toBe('cancelled');
  const { data } = await driver.client
    .from('space_occupancy')
    .select('start_time')
    .eq('parking_space_id', first.spaceId)
    .eq('start_time', first.start.toISOString())
    .throwOnError();
  expect(data).toEqual([]);

  await tab(page, 'Past').click();
  await expect(cards(page).filter({ hasText: first.day })).toContainText('Cancelled');
});

test('a visitor logs in first and comes back to where they were going', async ({ page, server }) => {
  const driver = await createPerson(server, 'visitor');
  await page.goto('/activity?tab=past');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(driver.email);
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(/\/activity\?tab=past$/);
  await expect(page.getByText('No past reservations')).toBeVisible();
});
