import type { Page } from '@playwright/test';
import { addPastStays, type Booking, book, statusOf } from './bookings.ts';
import { createPerson, expect, logIn, type Person, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** A zone that no other journey books in; each test has hours of its own. */
const ZONE = 'Conde Oeste';
const ADDRESS = 'Calle Palo Hincado esq. Calle Arzobispo Nouel, Zona Colonial, Santo Domingo';
const PAGE = 20;

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');

async function signIn(page: Page, server: RunningServer): Promise<Person> {
  const driver = await createPerson(server, 'reservations');
  await logIn(page, driver.email);
  return driver;
}

test('a driver without reservations finds the way to the map', async ({ page, server }) => {
  await signIn(page, server);
  await page.goto('/reservations');
  await expect(page.getByRole('heading', { name: 'Reservations', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'FIND PARKING' }).click();
  await expect(page).toHaveURL(/\/map$/);

  await page.goto('/reservations?tab=past');
  await expect(page.getByText('No past reservations')).toBeVisible();
  await expect(page.getByRole('button', { name: 'FIND PARKING' })).toBeHidden();
  await page.getByRole('link', { name: 'Back to map' }).click();
  await expect(page).toHaveURL(/\/map$/);
});

test('an upcoming card tells owner, address, price, hours and date, and leads to the directions', async ({
  page,
  server,
}) => {
  const driver = await signIn(page, server);
  const [booked] = await book(driver, [{ zone: ZONE, space: 0, startsInHours: 30, hours: 2 }]);
  await page.goto('/reservations');
  const card = cards(page);

  await expect(card.getByRole('heading', { name: 'A-01' })).toBeVisible();
  await expect(card.getByText('System')).toBeVisible();
  await expect(card.getByText(ADDRESS)).toBeVisible();
  await expect(card.getByText('$10.00')).toBeVisible();
  await expect(card.getByText('2 hours')).toBeVisible();
  await expect(card.getByText(`${booked?.day}, ${booked?.time}`)).toBeVisible();

  await card.getByRole('button', { name: 'DIRECTIONS', exact: true }).click();
  await expect(page).toHaveURL(/\/directions\?to=/);
  await expect(page.getByText(ADDRESS)).toBeVisible();
  await page.getByRole('link', { name: 'Back to reservations' }).click();
  await expect(page).toHaveURL(/\/reservations$/);
});

test('a driver cancels from the keyboard, and goes on from the list', async ({ page, server }) => {
  const driver = await signIn(page, server);
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
  expect(await statusOf(driver, booked.id)).toBe('cancelled');
  // Not lost at the top of the page: the next Tab goes on from the list.
  await expect(page.getByRole('tabpanel').locator('*:focus')).toHaveCount(1);
});

test('after a cancellation the map asks for its zones again, however fresh they are', async ({ page, server }) => {
  const driver = await signIn(page, server);
  await book(driver, [{ zone: ZONE, space: 2, startsInHours: 50 }]);
  // With the clock at a standstill nothing gets old by itself.
  await page.clock.setFixedTime(Date.now());
  await page.goto('/map');
  await expect(page.getByRole('radio')).toHaveCount(5);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('button', { name: 'Cancel reservation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();

  const sheetRead = page.waitForResponse((answer) => /parking_zones.*free/.test(answer.url()));
  await page.getByRole('link', { name: 'Home' }).click();

  expect((await sheetRead).ok()).toBe(true);
});

test('a past card tells how it came to its end and has nothing left to do', async ({ page, server }) => {
  const driver = await signIn(page, server);
  await addPastStays(server, driver, [{ zone: ZONE, space: 3, startsInHours: -4, hours: 2 }]);
  await page.goto('/reservations');
  await page.getByRole('tab', { name: 'Past' }).click();

  await expect(cards(page)).toContainText(['Ended']);
  await expect(cards(page).getByText('$10.00')).toBeVisible();
  await expect(cards(page).getByRole('button')).toHaveCount(0);
});

test('a person with hundreds of past reservations reads them page by page, each once and in order', async ({
  page,
  server,
}) => {
  const driver = await signIn(page, server);
  const hoursAgo = Array.from({ length: 105 }, (_, index) => index + 10);
  // Two spaces each hour, so that neighbours start in the same moment.
  const stays = hoursAgo.flatMap((hours): Booking[] => [
    { zone: ZONE, space: 4, startsInHours: -hours },
    { zone: ZONE, space: 5, startsInHours: -hours },
  ]);
  await addPastStays(server, driver, stays);
  await page.goto('/reservations?tab=past');

  const more = page.getByRole('button', { name: 'Show more' });
  await expect(cards(page)).toHaveCount(PAGE);
  for (let shown = PAGE; shown < stays.length; shown += PAGE) {
    await more.click();
    await expect(cards(page)).toHaveCount(Math.min(shown + PAGE, stays.length));
  }
  await expect(more).toBeHidden();

  const titles = await cards(page).getByRole('heading').allInnerTexts();
  const dates = await cards(page)
    .locator('dd')
    .filter({ hasText: / [AP]M$/ })
    .allInnerTexts();
  const seen = dates.map((date, index) => `${date} ${titles[index]}`);
  expect(new Set(seen).size).toBe(stays.length);
  const starts = dates.map((date) => Date.parse(date));
  expect(starts).toEqual(starts.toSorted((a, b) => b - a));
});
