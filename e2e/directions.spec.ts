import type { Page } from '@playwright/test';
import { createPerson, expect, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** A zone that no other journey books in, and where it is. */
const ZONE = {
  name: 'Kennedy Este',
  address: 'Av. John F. Kennedy, Miraflores, Santo Domingo',
  place: '18.48215,-69.9126',
};

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
