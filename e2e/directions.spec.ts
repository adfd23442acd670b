import type { Page } from '@playwright/test';
import { createPerson, expect, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** A zone that no other journey books in, and where it is. */
const ZONE = {
  name: 'Kennedy Este',
  address: 'Av. John F. Kennedy, Miraflores, Santo Domingo',
  place: '18.48215,-69.9126',
};
const ARRIVAL_MS = 10_000;
/** Longer than any browser may take to say where it is. */
const BROWSER_MS = 15_000;
const REFUSED_REQUEST = /Failed to load resource/;

let reserved = 0;

/** A space of the zone that no test of this file has reserved yet. */
async function nextSpace({ client }: Person): Promise<string> {
  const spaces = client.from('parking_spaces').select('id').eq('zone_name', ZONE.name).order('name');
  const { data } = await spaces.range(reserved, reserved).single().throwOnError();
  reserved += 1;
  return data.id;
}

/** Signs somebody up, who reserves a space for their Honda Civic and is led to the directions. */
async function reserve(page: Page, server: RunningServer): Promise<void> {
  const driver = await createPerson(server, 'driver');
  await signIn(page, driver.email);
  await page.goto(`/reserve/${await nextSpace(driver)}`);
  await page.getByRole('radio', { name: /Honda Civic/ }).check();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions$/);
  await expect(page.getByRole('heading', { name: 'Directions' })).toBeVisible();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const address of ['/directions', '/directions?to=Calle%20El%20Conde']) {
  test(`somebody who opens ${address} without a reservation is told so and led to the map`, async ({ page }) => {
    await page.goto(address);

    await expect(page.getByText('No reservation data found')).toBeVisible();
    await expect(page).toHaveURL(/\/map$/);
  });
}

test('a driver sees the trip, may open it in another app and goes back to the reservations', async ({
  page,
  server,
}) => {
  await reserve(page, server);

  await test.step('the way on a map, how long it takes, the vehicle and both ends', async () => {
    await expect(page.getByRole('region', { name: /^Map of the way to / })).toBeVisible();
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
    await expect(page.getByText(/^\d+\.\d km$/).first()).toBeVisible();
    await expect(page.getByText('Honda Civic')).toBeVisible();
    await expect(page.getByText('A654321')).toBeVisible();
    await expect(page.getByText('Your location', { exact: true })).toBeVisible();
    await expect(page.getByText(ZONE.address)).toBeVisible();
    await expect(page.getByText('Start on Av. Lope de Vega', { exact: true })).toBeVisible();
  });

  await test.step('the same trip in other apps', async () => {
    const place = encodeURIComponent(ZONE.place);
    for (const [app, url] of [
      ['Google Maps', `https://www.google.com/maps/dir/?api=1&destination=${place}&travelmode=driving`],
      ['Waze', `https://www.waze.com/ul?ll=${place}&navigate=yes`],
      ['Apple Maps', `https://maps.apple.com/?daddr=${place}&dirflg=d`],
    ] as const) {
      await expect(page.getByRole('link', { name: app })).toHaveAttribute('href', url);
    }
  });

  await test.step('the arrow back', async () => {
    await page.getByRole('link', { name: 'Back to reservations' }).click();
    await expect(page).toHaveURL(/\/reservations$/);
  });
});

test('the address of the page is where the driver is told to go', async ({ page, server }) => {
  await reserve(page, server);

  await page.evaluate("history.replaceState(history.state, '', '/directions?to=Parque%20Col%C3%B3n')");
  await page.reload();

  await expect(page.getByText('Parque Colón')).toBeVisible();
  await expect(page.getByText(ZONE.address)).toBeHidden();
});

test('a driver who has started driving can go back to the directions and to the map', async ({ page, server }) => {
  await reserve(page, server);

  await expect(button(page, 'BACK TO MAP')).toBeHidden();
  await button(page, 'START DRIVING').click();
  await expect(button(page, 'START DRIVING')).toBeHidden();
  await button(page, 'BACK TO DIRECTIONS').click();
  await expect(button(page, 'START DRIVING')).toBeVisible();
  await button(page, 'START DRIVING').click();
  await button(page, 'BACK TO MAP').click();

  await expect(page).toHaveURL(/\/map$/);
});

test('10 seconds after starting, not before, a driver has arrived and parks', async ({ page, server }) => {
  await reserve(page, server);
  const arrival = page.getByRole('dialog', { name: 'You have arrived!' });

  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, 'START DRIVING').click();
  await expect(button(page, 'BACK TO MAP')).toBeVisible();
  await page.clock.runFor(ARRIVAL_MS - 1);
  await expect(arrival).toBeHidden();
  await page.clock.runFor(1);
  await expect(arrival).toBeVisible();
  await page.clock.resume();
  await arrival.getByRole('button', { name: 'Park Now' }).click();

  await expect(page).toHaveURL(/\/parking-status$/);
  await expect(page.getByRole('timer')).toBeVisible();
});

test.describe('with a router that fails', () => {
  test.use({ expectedErrors: [REFUSED_REQUEST] });

  test('a driver whom the router knows no way for is told so, and gets one when it does', async ({ page, server }) => {
    await page.route('**/maps/route/**', (route) => route.fulfill({ status: 400, json: { code: 'NoRoute' } }));
    await reserve(page, server);

    await expect(page.getByText('Directions request failed').first()).toBeVisible();
    await expect(page.getByText('Driving time is not known')).toBeVisible();
    await page.unroute('**/maps/route/**');
    await button(page, 'Try again').click();
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
  });
});

test.describe('without permission to know where the driver is', () => {
  test.use({ permissions: [] });

  test('a driver is told so and can start driving all the same', async ({ page, server }) => {
    await reserve(page, server);

    await expect(page.getByText('Unable to access your location').first()).toBeVisible();
    await expect(page.getByText('Your location is not known')).toBeVisible();
    await button(page, 'START DRIVING').click();
    await expect(button(page, 'BACK TO DIRECTIONS')).toBeVisible();
  });
});

test('a driver whose browser never says where it is is told so', async ({ page, server }) => {
  await page.addInitScript({ content: 'navigator.geolocation.getCurrentPosition = () => undefined;' });
  await page.clock.install();
  await reserve(page, server);

  await expect(page.getByText('Finding your location...')).toBeVisible();
  await page.clock.fastForward(BROWSER_MS);
  await expect(page.getByText('Unable to access your location').first()).toBeVisible();
});
