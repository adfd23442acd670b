import { book } from './bookings.ts';
import { createPerson, expect, signIn, test } from './people.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|dynamically imported module/],
});

test('a reservation that is ended without a connection is ended as of the tap, after a restart of the app', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'offline-end');
  const [reservation] = await book(driver, [{ zone: 'Naco Tiradentes', space: 0, startsInHours: -0.5, hours: 2 }]);
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(() => page.evaluate('caches.match("/config.json").then(Boolean)')).toBe(true);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'End Parking' }).click();
  const before = Date.now();
  await page.getByRole('button', { name: 'Done' }).click();
  const after = Date.now();
  await expect(page.getByText(/^How was your stay at/)).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: 'No connection. It will be ended as of' });
  await expect(note).toBeVisible();

  await page.close();
  const reopened = await page.context().newPage();
  await reopened.goto('/parking-status');
  await expect(reopened.getByText(/No connection. It will be ended as of/)).toBeVisible();
  await reopened.goto('/map');
  await expect(reopened.getByText(/No connection. It will be ended as of/)).toBeVisible();
  await expect(reopened.getByText(/Parked at/)).toBeHidden();

  await page.context().setOffline(false);
  await expect(reopened.getByText('Your parking session has been successfully ended.')).toBeVisible();
  await expect(reopened.getByText(/It will be ended as of/)).toBeHidden();
  const { data } = await driver.client
    .from('reservations')
    .select('status, ended_at')
    .eq('id', reservation?.id)
    .single()
    .throwOnError();
  expect(data.status).toBe('completed');
  expect(Date.parse(data.ended_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(data.ended_at)).toBeLessThanOrEqual(after);
});
