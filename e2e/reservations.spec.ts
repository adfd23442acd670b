import { book, readStatus } from './bookings.ts';
import { createPerson, expect, signIn, test } from './people.ts';

const ZONE = 'Conde Oeste';

test('a driver cancels from the keyboard after a question, the space is free, and the list goes on', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'cancels');
  await signIn(page, driver.email);
  const [booked] = await book(driver, [{ zone: ZONE, space: 1, startsInHours: 40 }]);
  if (!booked) throw new Error('Nothing was booked');
  await page.goto('/reservations');
  const cancel = page.getByRole('tabpanel').getByRole('listitem').getByRole('button', { name: 'CANCEL', exact: true });

  await cancel.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this reservation?' });
  await expect(dialog.getByText(`A-02, ${ZONE}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  expect(await readStatus(driver, booked.id)).toBe('active');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel reservation' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
  expect(await readStatus(driver, booked.id)).toBe('cancelled');
  const { data } = await driver.client
    .from('space_occupancy')
    .select('start_time')
    .match({ parking_space_id: booked.spaceId, start_time: booked.start.toISOString() })
    .throwOnError();
  expect(data).toEqual([]);
  // Not lost at the top of the page: the next Tab goes on from the list.
  await expect(page.getByRole('tabpanel').locator('*:focus')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: booked.day })).toContainText(
    'Cancelled',
  );
});
