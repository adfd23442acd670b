import type { Page } from '@playwright/test';
import { addPastStays, type Booked, book, dayAhead, settle, statusOf } from '../bookings.ts';
import { createPerson, expect, logIn, PASSWORD, type Person, test } from '../people.ts';
import { createDataDir, type RunningServer, startServer } from '../server.ts';

/** A zone that no other journey books out, and spaces in it that are free now. */
const ZONE = { name: 'Naco Tiradentes', id: '5a0e0000-0000-4000-8000-000000000014' };
const SPACE = 8;
const PARKED_SPACE = 9;

// What a request that fails leaves on the console.
test.use({ expectedErrors: [/Failed to load resource/] });

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const confirm = (page: Page) => page.getByRole('button', { name: 'CONFIRM RESERVATION' });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });

async function signIn(page: Page, server: RunningServer): Promise<Person> {
  const driver = await createPerson(server, 'unlucky');
  await logIn(page, driver.email);
  return driver;
}

/** Signs somebody up who has one reservation ahead, and lists it. */
async function listOne(page: Page, server: RunningServer, startsInHours: number): Promise<[Person, Booked]> {
  const driver = await signIn(page, server);
  const [booked] = await book(driver, [{ zone: ZONE.name, space: SPACE, startsInHours }]);
  if (!booked) throw new Error('Nothing was booked');
  await page.goto('/reservations');
  await expect(cards(page)).toHaveCount(1);
  return [driver, booked];
}

/** Opens the reserve form for a time that is free. */
async function openForm(page: Page, person: Person, date: string): Promise<void> {
  const spaces = person.client.from('parking_spaces').select('id').eq('zone_id', ZONE.id).order('name');
  const { data } = await spaces.range(SPACE, SPACE).single().throwOnError();
  await page.goto(`/reserve/${data.id}`);
  await page.getByLabel('Date').fill(date);
  // The hint asks too; what is broken from here on is what confirming asks.
  await expect(page.getByText('Free at this time')).toBeVisible();
}

async function expectNothingBooked({ client }: Person): Promise<void> {
  const { data } = await client.from('reservations').select('id').throwOnError();
  expect(data).toEqual([]);
}

/** Makes the requests of a kind fail on their way, until the answer is called. */
async function breakRequests(page: Page, method: string, table: string): Promise<() => Promise<void>> {
  const address = `**/rest/v1/${table}?*`;
  await page.route(address, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
  return () => page.unroute(address);
}

test.describe('reservations that do not arrive', () => {
  test('a driver is told so and asks again', async ({ page, server }) => {
    await signIn(page, server);
    const mend = await breakRequests(page, 'GET', 'reservations');
    await page.goto('/reservations');
    await expect(toast(page, 'Failed to load reservations')).toBeVisible();
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No upcoming reservations')).toBeVisible();
  });

  test('a driver whose server dies is told so, and sees them when it is back', async ({ page }) => {
    const dataDir = await createDataDir();
    const first = await startServer(dataDir);
    const driver = await createPerson(first, 'killed');
    await addPastStays(first, driver, [{ zone: ZONE.name, space: SPACE, startsInHours: -5 }]);
    await page.goto(`${first.url}/login`);
    await page.getByLabel('Email').fill(driver.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL(/\/map$/);
    await page.goto(`${first.url}/activity`);
    await expect(page.getByText('No upcoming reservations')).toBeVisible();

    first.process.kill('SIGKILL');
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(toast(page, 'Failed to load reservations')).toBeVisible();

    const second = await startServer(dataDir, { PORT: new URL(first.url).port });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards(page)).toHaveCount(1);
    await second.stop();
  });

  test('a driver who loses the connection is told so, and they come by themselves', async ({
    page,
    context,
    server,
  }) => {
    await listOne(page, server, 30);
    await context.setOffline(true);
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(page.getByRole('alert')).toContainText('You are offline. Check your connection and try again.');
    await context.setOffline(false);
    await expect(page.getByText('No past reservations')).toBeVisible();
  });
});

test.describe('a reservation that cannot be cancelled', () => {
  const ask = async (page: Page) => {
    await cards(page).getByRole('button', { name: 'CANCEL', exact: true }).click();
    return page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' });
  };

  test('because it was cancelled elsewhere: the driver is told so, and the list is new', async ({ page, server }) => {
    const [driver, booked] = await listOne(page, server, 40);
    const yes = await ask(page);
    await settle(driver, booked.id, 'cancelled');

    await yes.click();

    await expect(toast(page, 'Failed to cancel reservation')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('No upcoming reservations')).toBeVisible();
  });

  test('because the request gets lost: it stays, and a second try succeeds', async ({ page, server }) => {
    const [driver, booked] = await listOne(page, server, 42);
    const mend = await breakRequests(page, 'PATCH', 'reservations');
    const yes = await ask(page);

    await yes.click();
    await expect(toast(page, 'Failed to cancel reservation')).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Failed to cancel reservation');
    expect(await statusOf(driver, booked.id)).toBe('active');
    await mend();
    await yes.click();

    await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();
    expect(await statusOf(driver, booked.id)).toBe('cancelled');
  });

  test('because there is no connection: the reason is told too', async ({ page, context, server }) => {
    const [driver, booked] = await listOne(page, server, 44);
    const yes = await ask(page);
    await context.setOffline(true);

    await yes.click();

    const told = toast(page, 'Failed to cancel reservation');
    await expect(told).toContainText('You are offline. Check your connection and try again.');
    await context.setOffline(false);
    expect(await statusOf(driver, booked.id)).toBe('active');
  });
});

test.describe('a reservation that cannot be made', () => {
  for (const [table, method, sentence, date] of [
    ['parking_spaces', 'GET', 'Failed to fetch parking space details', dayAhead(201)],
    ['space_occupancy', 'GET', 'Failed to check parking space availability', dayAhead(202)],
    ['reservations', 'POST', 'Failed to create reservation', dayAhead(203)],
  ] as const) {
    test(`${sentence}: it is told, and confirming again books`, async ({ page, server }) => {
      const driver = await signIn(page, server);
      await openForm(page, driver, date);
      const mend = await breakRequests(page, method, table);

      await confirm(page).click();

      await expect(toast(page, sentence)).toBeVisible();
      await expectNothingBooked(driver);
      await mend();
      await confirm(page).click();
      await expect(page.getByText('Reservation confirmed!')).toBeVisible();
      await expect(page).toHaveURL(/\/directions$/);
    });
  }

  test('a driver whose browser forgot the session is told to be signed in', async ({ page, server }) => {
    const driver = await signIn(page, server);
    await openForm(page, driver, dayAhead(204));
    await page.evaluate(() => localStorage.clear());

    await confirm(page).click();

    await expect(toast(page, 'User must be authenticated to create a reservation')).toBeVisible();
    await expectNothingBooked(driver);
  });

  test('a space that was taken since is refused when it is confirmed', async ({ page, server }) => {
    const rival = await createPerson(server, 'rival');
    const driver = await signIn(page, server);
    await openForm(page, driver, dayAhead(205));
    const time = await page.getByLabel('Time').inputValue();
    const start = new Date(`${dayAhead(205)}T${time}:00-04:00`).getTime();
    await book(rival, [{ zone: ZONE.name, space: SPACE, startsInHours: (start - Date.now()) / 3_600_000 + 1 }]);

    await confirm(page).click();

    await expect(toast(page, 'Parking space is not available during the selected time')).toBeVisible();
    await expectNothingBooked(driver);
  });
});

test('before the form, a check that fails is told and can be tried again', async ({ page, server }) => {
  await signIn(page, server);
  await page.goto(`/reserve-parking/${ZONE.id}`);
  const reserve = page
    .getByRole('button', { name: /^Reserve/ })
    .and(page.locator(':enabled'))
    .first();
  await expect(reserve).toBeVisible();
  const mend = await breakRequests(page, 'GET', 'space_occupancy');

  await reserve.click();
  await expect(toast(page, 'Unable to check availability. Please try again.')).toBeVisible();
  await mend();
  await reserve.click();

  await expect(page).toHaveURL(/\/reserve\//);
});

test.describe('a session that cannot be ended', () => {
  const park = async (page: Page, server: RunningServer, hoursAgo: number): Promise<[Person, Booked]> => {
    const driver = await signIn(page, server);
    const [booked] = await book(driver, [
      { zone: ZONE.name, space: PARKED_SPACE, startsInHours: -hoursAgo, hours: 0.75 },
    ]);
    if (!booked) throw new Error('Nothing was booked');
    await page.goto('/activity');
    await page.getByRole('link', { name: /Parked now/ }).click();
    await page.getByRole('button', { name: 'End Parking' }).click();
    return [driver, booked];
  };
  const done = (page: Page) => page.getByRole('button', { name: 'Done' });

  test('because it was cancelled elsewhere: the driver is told so and stays', async ({ page, server }) => {
    const [driver, booked] = await park(page, server, 0.1);
    await settle(driver, booked.id, 'cancelled');

    await done(page).click();

    await expect(toast(page, 'Failed to end parking session. Please try again.')).toContainText('Error');
    await expect(page).toHaveURL(/\/parking-status$/);
    expect(await statusOf(driver, booked.id)).toBe('cancelled');
  });

  test('because nobody answers: the driver is told so, and ends it when somebody does', async ({
    page,
    context,
    server,
  }) => {
    const [driver, booked] = await park(page, server, 0.2);
    await context.setOffline(true);

    await done(page).click();
    await expect(toast(page, 'An unexpected error occurred. Please try again.')).toContainText('Error');
    await context.setOffline(false);
    expect(await statusOf(driver, booked.id)).toBe('active');
    await done(page).click();

    await expect(page.getByText('Your parking session has been successfully ended.')).toBeVisible();
    expect(await statusOf(driver, booked.id)).toBe('completed');
  });
});

for (const [address, sentence] of [
  ['/reserve/5a0e0000-0000-4000-8000-00000000dead', 'Parking space information not available'],
  ['/reserve/not-an-id', 'Parking space information not available'],
] as const) {
  test(`${address} leads nowhere and says so`, async ({ page, server }) => {
    await signIn(page, server);
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText(sentence);
  });
}

test('a form without a time says so and sends nothing', async ({ page, server }) => {
  const driver = await signIn(page, server);
  await openForm(page, driver, dayAhead(206));
  await page.getByLabel('Time').fill('');
  await confirm(page).click();
  await expect(page.getByText('Please select date and time').first()).toBeVisible();
  await expectNothingBooked(driver);
});
