import { book } from './bookings.ts';
import { openTab } from './office.ts';
import { createPerson, expect, signIn, test } from './people.ts';

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
