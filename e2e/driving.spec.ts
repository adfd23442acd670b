import { addVehicle, fillWallet } from './bookings.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({
  serverEnv: WITHOUT_SAMPLES,
  permissions: ['geolocation'],
  geolocation: { latitude: 18.4861, longitude: -69.9312, accuracy: 10 },
});

const ZONE = 'Kennedy Este';
const HOUR_MS = 3_600_000;

test('a driver is followed to the zone, gets a new way when off it, and arrives by position', async ({
  page,
  server,
  context,
}) => {
  const driver = await createPerson(server, 'driving');
  await fillWallet(server, driver);
  const vehicle_id = await addVehicle(driver);
  const [{ data: zone }, { data: spaces }] = await Promise.all([
    driver.client.from('parking_zones').select('latitude, longitude').eq('name', ZONE).single().throwOnError(),
    driver.client.from('parking_spaces').select('id').eq('zone_name', ZONE).order('name').limit(1).throwOnError(),
  ]);
  const start = Date.now() + HOUR_MS;
  await driver.client
    .from('reservations')
    .insert({
      user_id: driver.id,
      parking_space_id: spaces[0]?.id,
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + HOUR_MS).toISOString(),
      status: 'active',
      vehicle_id,
      payment_method: 'wallet',
    })
    .throwOnError();
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
