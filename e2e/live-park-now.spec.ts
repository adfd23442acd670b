import { addVehicle, fillWallet } from './bookings.ts';
import { createPerson, expect, type Person, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES, permissions: ['geolocation'] });

const HOUR_MS = 3_600_000;

/** Books a space of the zone from now on, past every screen. */
async function takeSpace(person: Person, zone: string, name: string): Promise<void> {
  const { data: space } = await person.client
    .from('parking_spaces')
    .select('id')
    .match({ zone_name: zone, name })
    .single()
    .throwOnError();
  const now = Date.now();
  await person.client
    .from('reservations')
    .insert({
      user_id: person.id,
      parking_space_id: space.id,
      start_time: new Date(now).toISOString(),
      end_time: new Date(now + HOUR_MS).toISOString(),
      status: 'active',
      vehicle_id: await addVehicle(person),
      payment_method: 'wallet',
    })
    .throwOnError();
}

test('a driver who loses the space to somebody faster parks on the next one', async ({ page, server, context }) => {
  const [driver, rival] = [await createPerson(server, 'ana'), await createPerson(server, 'beto')];
  await Promise.all([addVehicle(driver), fillWallet(server, driver), fillWallet(server, rival)]);
  await context.setGeolocation({ latitude: 18.4861, longitude: -69.9312 });
  await signIn(page, driver.email);

  await page.goto('/park-now');
  await expect(page.getByRole('radio')).toHaveCount(4);
  await page.getByRole('radio', { name: 'Kennedy–Lincoln' }).click();
  await expect(page.getByText('Space A-01')).toBeVisible();
  await takeSpace(rival, 'Kennedy–Lincoln', 'A-01');
  await page.getByRole('button', { name: 'PARK NOW' }).click();
  await expect(page.getByText('Somebody was faster, but A-02 is free. Park there instead.')).toBeVisible();
  await page.getByRole('button', { name: 'PARK NOW' }).click();

  await expect(page).toHaveURL(/\/parking-status/);
  await expect(page.getByText('A-02, Kennedy–Lincoln')).toBeVisible();
  await expect(page.getByText('A123456')).toBeVisible();
  const { data: reservations } = await driver.client
    .from('reservations')
    .select('status, vehicle_plate')
    .throwOnError();
  expect(reservations).toEqual([{ status: 'active', vehicle_plate: 'A123456' }]);
  // The reservation is a reservation like any other: the map says so on every device.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('parqueo.')) localStorage.removeItem(key);
  });
  await page.goto('/map');
  await expect(page.getByRole('link', { name: /Parked at A-02/ })).toBeVisible();
});
