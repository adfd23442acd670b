import { dayAhead } from './bookings.ts';
import { createPerson, expect, type logIn, type Person, signIn, test } from './people.ts';

const CONFLICT = /Failed to load resource/;

async function openSpace(page: Parameters<typeof logIn>[0], person: Person, spaceId: string): Promise<void> {
  await signIn(page, person.email);
  await page.goto(`/reserve/${spaceId}`);
  await expect(page.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
}

async function spaceNumber(person: Person, index: number): Promise<string> {
  const { data } = await person.client
    .from('parking_spaces')
    .select('id')
    // A zone that no other journey books in.
    .eq('zone_name', 'Churchill Centro')
    .order('name')
    .range(index, index)
    .single()
    .throwOnError();
  return data.id;
}

const reservationsOf = async (person: Person) =>
  (await person.client.from('reservations').select('id, total_amount, status').throwOnError()).data;

test.use({ expectedErrors: [CONFLICT] });

test('who comes second sees that the space is taken and keeps what was typed', async ({ page, server }) => {
  const ana = await createPerson(server, 'first');
  const beto = await createPerson(server, 'second');
  const space = await spaceNumber(ana, 0);
  await openSpace(page, beto, space);
  await page.getByRole('button', { name: '+1h' }).click();
  const time = await page.getByLabel('Time').inputValue();
  const start = new Date();
  start.setMinutes(0, 0, 0);
  await ana.client
    .from('reservations')
    .insert({
      user_id: ana.id,
      parking_space_id: space,
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + 3_600_000).toISOString(),
      status: 'active',
    })
    .throwOnError();

  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();

  await expect(page.getByText('Parking space is not available during the selected time').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(space));
  await expect(page.getByLabel('Time')).toHaveValue(time);
  expect(await reservationsOf(beto)).toEqual([]);
});

test('a double tap books once, with one request', async ({ page, server }) => {
  const driver = await createPerson(server, 'double');
  const inserts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rest/v1/reservations')) inserts.push(request.url());
  });
  await openSpace(page, driver, await spaceNumber(driver, 1));
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).dblclick();
  await expect(page).toHaveURL(/\/directions/);
  expect(inserts).toHaveLength(1);
  expect(await reservationsOf(driver)).toHaveLength(1);
});

test('when the answer of a booking is lost, confirming again finds it instead of booking twice', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'lost');
  await openSpace(page, driver, await spaceNumber(driver, 2));
  let isLost = false;
  await page.route('**/rest/v1/reservations*', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    // The server books; the driver never hears of it.
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page.getByText('Failed to create reservation').first()).toBeVisible();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions/);
  expect(await reservationsOf(driver)).toHaveLength(1);
});

test('a driver without a connection is told so, and books when it is back', async ({ page, context, server }) => {
  const driver = await createPerson(server, 'offline');
  await openSpace(page, driver, await spaceNumber(driver, 3));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page.getByText('You are offline. Check your connection and try again.').first()).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions/);
  expect(await reservationsOf(driver)).toHaveLength(1);
});

test('a form without date or time says so', async ({ page, server }) => {
  const driver = await createPerson(server, 'empty');
  await openSpace(page, driver, await spaceNumber(driver, 4));
  await page.getByLabel('Date').fill('');
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page.getByText('Please select date and time').first()).toBeVisible();
  expect(await reservationsOf(driver)).toEqual([]);
});

test('the total follows the hours, and the line below says until when cancelling is free', async ({ page, server }) => {
  const driver = await createPerson(server, 'total');
  const space = await spaceNumber(driver, 5);
  const { data } = await driver.client
    .from('parking_spaces')
    .select('hourly_rate')
    .eq('id', space)
    .single()
    .throwOnError();
  await openSpace(page, driver, space);
  await expect(page.getByText(`$${(data.hourly_rate * 3).toFixed(2)}`).first()).toBeVisible();
  await page.getByLabel('Date').fill(dayAhead(210));
  await expect(page.getByText(/Free to cancel until/)).toBeVisible();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions/);
  expect(await reservationsOf(driver)).toMatchObject([{ total_amount: data.hourly_rate * 3, status: 'active' }]);
});

test('a space that does not exist is said plainly', async ({ page, server }) => {
  const driver = await createPerson(server, 'nowhere');
  await signIn(page, driver.email);
  await page.goto('/reserve/5a0e0000-0000-4000-8000-00000000dead');
  await expect(page.getByText('Parking space information not available')).toBeVisible();
});
