import type { Page } from '@playwright/test';
import { addPastStays, book, settle, statusOf } from './bookings.ts';
import { createPerson, expect, logIn, type Person, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** A zone that no other journey books in; each test has hours of its own. */
const ZONE = 'Parque Independencia';
const ADDRESS = 'Av. Bolívar esq. Av. 30 de Marzo, Santo Domingo';

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const cancelIn = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' });

async function signIn(page: Page, server: RunningServer): Promise<Person> {
  const driver = await createPerson(server, 'activity');
  await logIn(page, driver.email);
  return driver;
}

test('a driver without reservations is told so in both tabs and led to the map', async ({ page, server }) => {
  await signIn(page, server);
  await page.getByRole('link', { name: 'Activity' }).click();

  await expect(page).toHaveURL(/\/activity$/);
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await expect(tab(page, 'Upcoming')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
  await expect(page.getByText('Book your next parking spot to see it here')).toBeVisible();
  await tab(page, 'Past').click();
  await expect(page.getByText('No past reservations')).toBeVisible();
  await expect(page.getByText('Your completed bookings will appear here')).toBeVisible();
  await tab(page, 'Upcoming').click();
  await page.getByRole('button', { name: 'FIND PARKING' }).click();
  await expect(page).toHaveURL(/\/map$/);
});

test('the arrow leads back to the map', async ({ page, server }) => {
  await signIn(page, server);
  await page.goto('/activity');
  await page.getByRole('link', { name: 'Back to map' }).click();
  await expect(page).toHaveURL(/\/map$/);
});

test('an upcoming card tells picture, spot, date, time, price and hours, and leads to the directions', async ({
  page,
  server,
}) => {
  const driver = await signIn(page, server);
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

test('upcoming reservations stand by their start, and those of others never show', async ({ page, server }) => {
  const stranger = await createPerson(server, 'stranger');
  await book(stranger, [{ zone: ZONE, space: 1, startsInHours: 20 }]);
  const driver = await signIn(page, server);
  await book(driver, [
    { zone: ZONE, space: 2, startsInHours: 50 },
    { zone: ZONE, space: 3, startsInHours: 26 },
    { zone: ZONE, space: 4, startsInHours: 38 },
  ]);
  await page.goto('/activity');

  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).getByRole('heading')).toContainText(['A-04', 'A-05', 'A-03']);
});

test('a driver takes a cancellation back at the last moment, then cancels: the card is gone, the space is free', async ({
  page,
  server,
}) => {
  const driver = await signIn(page, server);
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
  expect(await statusOf(driver, first.id)).toBe('active');

  await cancel.click();
  await cancelIn(page).click();
  await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await statusOf(driver, first.id)).toBe('cancelled');
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

test('a double click on the last word cancels with one request', async ({ page, server }) => {
  const driver = await signIn(page, server);
  await book(driver, [{ zone: ZONE, space: 0, startsInHours: 80 }]);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') requests.push(request.url());
  });
  await page.goto('/activity');

  await cards(page).getByRole('button', { name: 'Cancel reservation' }).click();
  await cancelIn(page).dblclick();

  await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('what is over, completed, cancelled or ran out stands in Past, the latest first, and can be driven to again', async ({
  page,
  server,
}) => {
  const driver = await signIn(page, server);
  await addPastStays(server, driver, [{ zone: ZONE, space: 5, startsInHours: -5 }]);
  const [cancelled, completed] = await book(driver, [
    { zone: ZONE, space: 5, startsInHours: 90 },
    { zone: ZONE, space: 5, startsInHours: -0.5, hours: 2 },
  ]);
  if (!cancelled || !completed) throw new Error('Not everything was booked');
  await settle(driver, cancelled.id, 'cancelled');
  await settle(driver, completed.id, 'completed');
  await page.goto('/activity?tab=past');

  await expect(tab(page, 'Past')).toHaveAttribute('aria-selected', 'true');
  await expect(cards(page)).toContainText(['Cancelled', 'Completed', 'Ended']);
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).getByRole('button', { name: 'Cancel reservation' })).toHaveCount(0);
  await cards(page).first().getByRole('button', { name: 'Directions' }).click();
  await expect(page.getByRole('heading', { name: 'Directions' })).toBeVisible();
});

test('a running stay is in neither list: it stands above, and leads to its countdown', async ({ page, server }) => {
  const driver = await signIn(page, server);
  await book(driver, [{ zone: ZONE, space: 6, startsInHours: -1, hours: 3 }]);
  await page.goto('/activity?tab=past');
  await expect(page.getByText('No past reservations')).toBeVisible();
  await tab(page, 'Upcoming').click();
  await expect(page).toHaveURL(/\/activity$/);
  await expect(page.getByText('No upcoming reservations')).toBeVisible();

  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(page).toHaveURL(/\/parking-status$/);
  await expect(page.getByRole('timer')).toContainText(/^1h 5\dm/);
});

test('a stay that begins while the driver looks on moves up to the running ones', async ({ page, server }) => {
  const driver = await signIn(page, server);
  await book(driver, [{ zone: ZONE, space: 7, startsInHours: 0.3 }]);
  await page.clock.install();
  await page.goto('/activity');
  await expect(cards(page)).toHaveCount(1);

  await page.clock.fastForward(20 * 60_000);

  await expect(page.getByRole('link', { name: /Parked now/ })).toBeVisible();
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
});

test('the tab is part of the address, and arrow keys move between the tabs', async ({ page, server }) => {
  await signIn(page, server);
  await page.goto('/activity');
  await tab(page, 'Upcoming').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/activity\?tab=past$/);
  await page.reload();
  await expect(tab(page, 'Past')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No past reservations')).toBeVisible();
});

test('while the reservations are on their way the screen says so', async ({ page, server }) => {
  await signIn(page, server);
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/reservations*', async (route) => {
    await allowed;
    await route.continue();
  });
  await page.goto('/activity');
  await expect(page.getByText('Loading reservations...')).toBeVisible();
  allow();
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
  await expect(page.getByText('Loading reservations...')).toBeHidden();
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

test.describe('with pictures that fail', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a card whose picture does not load has an icon in its place', async ({ page, server }) => {
    const driver = await signIn(page, server);
    await book(driver, [{ zone: ZONE, space: 0, startsInHours: 100 }]);
    await page.route('**/zone.svg', (route) => route.abort());
    await page.goto('/activity');
    await expect(cards(page).getByRole('img', { name: 'No picture' })).toBeVisible();
    await expect(cards(page).locator('img')).toHaveCount(0);
  });
});
