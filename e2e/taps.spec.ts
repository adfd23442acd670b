import type { Locator } from '@playwright/test';
import { createReadyDriver, formatDayAhead } from './bookings.ts';
import { expect, findMailedCode, newEmail, PASSWORD, signIn, test, WITHOUT_SAMPLES } from './people.ts';

// How many taps a driver needs. Typing is not counted, as the fields are reached with the keyboard's own key.

test.use({
  serverEnv: WITHOUT_SAMPLES,
  geolocation: { latitude: 18.4735, longitude: -69.9312, accuracy: 10 },
  permissions: ['geolocation'],
  viewport: { width: 390, height: 844 },
});

function countTaps() {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  return { tap, taps: () => taps };
}

test('a visitor has an account and is parked after nine taps', async ({ page, server }) => {
  const { tap, taps } = countTaps();
  const email = newEmail('first');
  await page.goto('/map');
  await tap(page.getByRole('link', { name: 'Park Now' }));
  await tap(page.getByRole('link', { name: 'Log In' }));
  await tap(page.getByRole('link', { name: /Sign Up/ }));
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tap(page.getByRole('button', { name: 'Sign Up', exact: true }));
  await page.getByRole('textbox', { name: '6-digit code' }).pressSequentially(await findMailedCode(server, email));
  await expect(page).toHaveURL(/\/park-now$/);
  await page.getByLabel('Make and model').fill('Toyota Yaris');
  await page.getByLabel('Plate').fill('A123456');
  await tap(page.getByRole('button', { name: 'PARK NOW' }));
  await tap(page.getByRole('button', { name: 'Approve' }));
  await expect(page.getByText('Reservation confirmed!')).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(9);
});

test('a driver parks after 3 taps, extends after 2, shows the ticket after 1 and ends after 2', async ({
  page,
  server,
}) => {
  const driver = await createReadyDriver(server, 'taps');
  await signIn(page, driver.email);
  await page.goto('/map');
  const parking = countTaps();
  await parking.tap(page.getByRole('link', { name: 'Park Now' }));
  await expect(page.getByText(/^Space /)).toBeVisible();
  await parking.tap(page.getByRole('button', { name: 'PARK NOW' }));
  await expect(page.getByRole('timer')).toBeVisible();
  expect(parking.taps()).toBeLessThanOrEqual(3);

  const ticket = countTaps();
  await ticket.tap(page.getByRole('button', { name: 'Ticket' }));
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  expect(ticket.taps()).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');

  const extension = countTaps();
  await extension.tap(page.getByRole('button', { name: 'Extend reservation' }));
  await extension.tap(page.getByRole('dialog').getByRole('button', { name: /^Pay / }));
  await expect(page.getByText(/^New end of your reservation/)).toBeVisible();
  expect(extension.taps()).toBeLessThanOrEqual(2);

  const end = countTaps();
  await end.tap(page.getByRole('button', { name: 'End Parking' }));
  await end.tap(page.getByRole('button', { name: 'Done' }));
  await expect(page).toHaveURL(/\/parking-rating$/);
  expect(end.taps()).toBeLessThanOrEqual(2);
});

test('a driver reserves a space for tomorrow near an address after 9 taps, and cancels it after 3', async ({
  page,
  server,
}) => {
  const driver = await createReadyDriver(server, 'tomorrow');
  await signIn(page, driver.email);
  await page.goto('/map');
  const booking = countTaps();
  await page.getByLabel('Search by address').pressSequentially('Agora');
  await booking.tap(page.getByRole('option', { name: /Ágora Mall/ }));
  await booking.tap(page.getByRole('radio').first());
  await booking.tap(page.getByRole('button', { name: 'Reserve Parking' }));
  await page.getByLabel('Date').fill(formatDayAhead(1));
  await booking.tap(page.getByRole('button', { name: 'CONFIRM RESERVATION' }));
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ticket' })).toBeVisible();
  expect(booking.taps()).toBeLessThanOrEqual(9);

  const cancellation = countTaps();
  await cancellation.tap(page.getByRole('link', { name: 'See your reservations' }));
  await cancellation.tap(page.getByRole('button', { name: 'Cancel reservation' }));
  await cancellation.tap(page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }));
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
  expect(cancellation.taps()).toBeLessThanOrEqual(3);
});
