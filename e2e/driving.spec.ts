import { book, createReadyDriver } from './bookings.ts';
import { expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({
  serverEnv: WITHOUT_SAMPLES,
  permissions: ['geolocation'],
  geolocation: { latitude: 18.4861, longitude: -69.9312, accuracy: 10 },
});

const ZONE = 'Kennedy Este';

test('a driver is followed to the zone, gets a new way when off it, and arrives by position', async ({
  page,
  server,
  context,
}) => {
  const driver = await createReadyDriver(server, 'driving');
  await book(driver, [{ zone: ZONE, space: 0, startsInHours: 1 }]);
  const zones = driver.client.from('parking_zones').select('latitude, longitude').eq('name', ZONE);
  const { data: zone } = await zones.single().throwOnError();
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await page.getByRole('button', { name: 'DIRECTIONS' }).click();
  await expect(page.getByText(/^\d+ min$/)).toBeVisible();

  await page.getByRole('button', { name: 'START DRIVING' }).click();
  const turn = page.getByRole('region', { name: 'Next turn' });
  await expect(turn).toBeVisible();
  await expect(page.getByRole('button', { name: 'I am here' })).toBeVisible();

  // About a kilometre from the way.
  const asksAnew = page.waitForRequest(/\/route\/v1\/driving\/-69\.94/);
  await context.setGeolocation({ latitude: 18.4961, longitude: -69.9412, accuracy: 10 });
  await asksAnew;
  await expect(turn).toBeVisible();
  await expect(page.getByText('You have arrived!')).toBeHidden();

  await context.setGeolocation({ latitude: zone.latitude + 0.0003, longitude: zone.longitude, accuracy: 10 });
  await expect(page.getByText('You have arrived!')).toBeVisible();
});
