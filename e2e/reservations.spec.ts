import type { Page } from '@playwright/test';
import { book, readStatus } from './bookings.ts';
import { createPerson, expect, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** A zone that no other journey books in; each test has hours of its own. */
const ZONE = 'Conde Oeste';

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');

async function signInDriver(page: Page, server: RunningServer): Promise<Person> {
  const driver = await createPerson(server, 'reservations');
  await signIn(page, driver.email);
  return driver;
}

test('a driver cancels from the keyboard, and goes on from the list', async ({ page, server }) => {
  const driver = await signInDriver(page, server);
  const [booked] = await book(driver, [{ zone: ZONE, space: 1, startsInHours: 40 }]);
  if (!booked) throw new Error('Nothing was booked');
  await page.goto('/reservations');
  const cancel = cards(page).getByRole('button', { name: 'CANCEL', exact: true });

  await cancel.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this reservation?' });
  await expect(dialog.getByText(`A-02, ${ZONE}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel reservation' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
  expect(await readStatus(driver, booked.id)).toBe('cancelled');
  // Not lost at the top of the page: the next Tab goes on from the list.
  await expect(page.getByRole('tabpanel').locator('*:focus')).toHaveCount(1);
});
