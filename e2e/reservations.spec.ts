import { book, readStatus } from './bookings.ts';
import { openTab } from './office.ts';
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

test('a driver moves an upcoming reservation to another time and another space', async ({ page, server }) => {
  const ana = await createPerson(server, 'ana');
  await book(ana, [{ zone: 'Casco Colonial', space: 0, startsInHours: 26 }]);
  await signIn(page, ana.email);
  await page.goto('/activity');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Change reservation' })).toBeVisible();
  await page.getByRole('button', { name: '+2h, add 2 hours' }).click();
  await page.getByLabel('Space of this zone').selectOption({ label: 'A-02' });
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click();

  await expect(page).toHaveURL(/\/activity$/);
  await expect(page.getByRole('heading', { name: /A-02/ })).toBeVisible();
  await expect(page.getByText('3 hrs')).toBeVisible();
});

test('a driver whose space is taken gets the next one, and the operator frees the old one', async ({
  page,
  server,
  browser,
}) => {
  const ana = await createPerson(server, 'ana');
  await book(ana, [{ zone: 'Kennedy–Lincoln', space: 0, startsInHours: -0.1 }]);
  await signIn(page, ana.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: /Parked now/ }).click();
  // The list has the same button.
  await expect(page).toHaveURL(/\/parking-status$/);
  await page.getByRole('button', { name: 'My space is taken' }).click();
  await page.getByRole('button', { name: 'Get another space' }).click();
  await expect(page.getByRole('dialog').getByText('A-02', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByText('A-02, Kennedy–Lincoln')).toBeVisible();

  const office = await browser.newPage({ baseURL: server.url });
  await openTab(office, 'parking');
  const reports = office.getByRole('region', { name: /Spaces reported as taken/ });
  await expect(reports).toContainText('The driver got A-02, Kennedy–Lincoln');
  await reports.getByRole('button', { name: 'Free it' }).click();
  await expect(reports).toHaveCount(0);
  const { data } = await ana.client
    .from('parking_spaces')
    .select('status')
    .match({ zone_name: 'Kennedy–Lincoln', name: 'A-01' })
    .single()
    .throwOnError();
  expect(data.status).toBe('available');
  await office.close();
});
