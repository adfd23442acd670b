import { book } from './bookings.ts';
import { openTab } from './office.ts';
import { createPerson, expect, signIn, test } from './people.ts';

test('a driver extends the reservation from the red alert, and a later one is held back by the next driver', async ({
  page,
  server,
}) => {
  const [ana, beto] = [await createPerson(server, 'ana'), await createPerson(server, 'beto')];
  await book(ana, [{ zone: 'Casco Colonial', space: 0, startsInHours: -0.8 }]);
  await book(beto, [{ zone: 'Casco Colonial', space: 0, startsInHours: 3 }]);
  await signIn(page, ana.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Time is running out!' })).toBeVisible();

  await page.getByRole('button', { name: 'Extend stay' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/You can stay here until .* at the latest/)).toBeVisible();
  await expect(dialog.getByRole('radio').nth(2)).toBeDisabled();
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByRole('button', { name: /^Extend until/ }).click();

  await expect(page.getByText(/Your stay now ends at/)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^2h 1[0-2]m/);
  await expect(page.getByRole('alert').filter({ hasText: 'Time is running out!' })).toHaveCount(0);
  // The device keeps the new end for a garage without a signal.
  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/^2h (1[0-2]|9)m/);
  const { data } = await ana.client.from('reservations').select('total_amount').single().throwOnError();
  expect(data.total_amount).toBeGreaterThan(10);
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
