import type { Page } from '@playwright/test';
import { findReserveButton } from './bookings.ts';
import { KEY, test } from './google/serve-api.ts';
import { createPerson, expect, signIn } from './people.ts';

/** Close enough to a pin that both are in view from zoom 15. */
const NEAR_UNIVERSITARIA = { latitude: 18.4644, longitude: -69.9222 };

const pin = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
const map = (page: Page) => page.locator('.gm-style > [data-map-id]');
const routeLine = (page: Page) => page.locator('.gm-style polyline');
const details = (page: Page) => page.getByRole('button', { name: 'View Details' });

/** Opens a pin as keyboard users do; on a phone it may lie under the search. A map that still moves draws its pins anew. */
async function choosePin(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await pin(page, name).press('Enter');
    await expect(details(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test('the API is asked for once, drawn without what distracts, and shares gestures on a wide screen', async ({
  page,
  google,
}) => {
  await page.goto('/map');
  await expect(pin(page, 'Malecón')).toBeVisible();
  const [request, ...others] = google.scriptRequests;
  expect(others).toEqual([]);
  expect(Object.fromEntries(request?.searchParams ?? [])).toMatchObject({
    key: KEY,
    v: 'weekly',
    language: 'en',
    region: 'US',
    libraries: 'places',
  });
  await expect(map(page)).toHaveAttribute('data-zoom', '13');
  await expect(map(page)).toHaveAttribute('data-map-id', 'DEMO_MAP_ID');
  await expect(page.getByText('Museo de las Casas Reales')).toBeHidden();
  for (const control of [/street view/i, /show street map/i, /fullscreen/i]) {
    await expect(page.getByRole('button', { name: control })).toHaveCount(0);
  }
  await expect(map(page)).toHaveAttribute('data-gesture-handling', 'greedy');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(map(page)).toHaveAttribute('data-gesture-handling', 'cooperative');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(map(page)).toHaveAttribute('data-color-scheme', 'DARK');
});

test('a driver opens a pin by keyboard, reserves in its zone, and reads time in traffic and turns', async ({
  page,
  server,
}) => {
  await signIn(page, (await createPerson(server, 'google')).email);
  await page.goto('/map');
  await choosePin(page, 'Universitaria');
  const window = page.locator('.gm-style-iw-c');
  await expect(window).toBeFocused();
  await expect(window.getByText('$2/hr')).toBeVisible();
  await expect(window.getByText('14 spaces available')).toBeVisible();
  expect((await window.getByRole('region').boundingBox())?.width).toBeLessThanOrEqual(200);
  await expect(pin(page, 'Universitaria').locator('svg')).toHaveClass(/animate-bounce/);
  await expect(map(page)).toHaveAttribute('data-zoom', '15');
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await expect(pin(page, 'Universitaria')).toBeFocused();

  await choosePin(page, 'Universitaria');
  await details(page).click();
  await findReserveButton(page).click();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions/);
  await expect(page.getByRole('status').filter({ hasText: '23 min' })).toContainText('6.4 km');
  await expect(page.getByText('Turn left onto Av. Bolívar. Toll road')).toBeVisible();
  await expect(routeLine(page)).toHaveCount(1);
  await expect(page.getByRole('region', { name: /^Map of the way to/ }).getByRole('img')).toHaveCount(2);
});

test('a pin asks for the way from where the driver is, and a click on the empty map puts it away', async ({
  page,
  context,
  google,
}) => {
  await context.setGeolocation(NEAR_UNIVERSITARIA);
  await page.goto('/map');
  await page.getByRole('button', { name: 'Use current location' }).click();
  await expect(page.getByRole('img', { name: 'Your Location' })).toHaveCSS('width', '32px');
  await expect(map(page)).toHaveAttribute('data-zoom', '15');
  await choosePin(page, 'Universitaria');
  await expect(routeLine(page)).toHaveAttribute('stroke', '#ff7a1a');
  await expect(routeLine(page)).toHaveAttribute('stroke-width', '4');
  await expect(routeLine(page)).toHaveAttribute('stroke-opacity', '0.8');
  expect(await google.requestsTo('route')).toEqual([
    expect.objectContaining({
      origin: { lat: NEAR_UNIVERSITARIA.latitude, lng: NEAR_UNIVERSITARIA.longitude },
      travelMode: 'DRIVING',
      routingPreference: 'TRAFFIC_AWARE_OPTIMAL',
      trafficModel: 'bestguess',
    }),
  ]);
  const box = await map(page).boundingBox();
  await map(page).click({ position: { x: 8, y: (box?.height ?? 0) - 8 } });
  await expect(details(page)).toBeHidden();
  await expect(routeLine(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose zone' })).toBeDisabled();
});

test.describe('when Google fails', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('it is tried 3 more times, the sheet stays usable, and Try again brings map and search', async ({
    page,
    google,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    google.isReachable = false;
    await page.goto('/map');
    await expect(page.getByText('Error loading Google Maps. Please check your API key.')).toBeVisible();
    await expect(page.getByText(/Add a maps key to the environment configuration/)).toContainText(
      'GOOGLE_MAPS_API_KEY',
    );
    await expect(page.getByText('Error loading Google Maps Places API')).toBeVisible();
    expect(google.scriptRequests).toHaveLength(4);
    expect(logged.filter((line) => /check the key .* and the network/.test(line))).toHaveLength(4);
    expect(logged.join('\n')).not.toContain(KEY);
    await page.getByRole('radio', { name: /Malecón/ }).click();
    await expect(page.getByRole('button', { name: 'Choose Malecón' })).toBeEnabled();

    google.isReachable = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pin(page, 'Malecón')).toBeVisible();
    await expect(page.getByLabel('Search by address')).toBeVisible();
    expect(google.scriptRequests).toHaveLength(5);
  });
});
