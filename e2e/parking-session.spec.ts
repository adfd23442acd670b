import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { createPerson, expect, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** A zone that no other journey books out. */
const ZONE = 'Naco Tiradentes';
const MINUTES_PER_HOUR = 60;

const timer = (page: Page) => page.getByRole('timer');
const savedText = (page: Page, { id }: Person) =>
  page.evaluate((key) => localStorage.getItem(key), `parqueo.current-session.${id}`);

/** Signs somebody up whose reservation of an hour has so many minutes left, and opens its status. */
async function park(page: Page, server: RunningServer, at: { space: number; minutesLeft: number }): Promise<Person> {
  const driver = await createPerson(server, 'parked');
  const startsInHours = at.minutesLeft / MINUTES_PER_HOUR - 1;
  await book(driver, [{ zone: ZONE, space: at.space, startsInHours, hours: 1 }]);
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(page).toHaveURL(/\/parking-status$/);
  await expect(timer(page)).toBeVisible();
  return driver;
}

test('opening the status saves the session: a reload and a second tab show the same countdown', async ({
  page,
  server,
}) => {
  const driver = await park(page, server, { space: 0, minutesLeft: 50 });
  expect(JSON.parse((await savedText(page, driver)) ?? '')).toMatchObject({ parkingSpotName: 'A-01', price: 5 });

  await page.reload();
  await expect(timer(page)).toContainText(/^0h 4\dm \d+s$/);
  const tab = await page.context().newPage();
  await tab.goto('/parking-status');
  await expect(timer(tab)).toContainText(/^0h 4\dm \d+s$/);
  await expect(tab.getByText('A-01')).toBeVisible();
});
