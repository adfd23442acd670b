import { book, createReadyDriver } from './bookings.ts';
import { expect, forgetSession, signIn, test, WITHOUT_SAMPLES } from './people.ts';

// The database refuses the space that somebody else has.
test.use({ serverEnv: WITHOUT_SAMPLES, expectedErrors: [/status of 409 .*\/rest\/v1\/reservations/] });

test('a driver who loses the space to somebody faster parks on the next one', async ({ page, server, context }) => {
  const driver = await createReadyDriver(server, 'ana');
  const rival = await createReadyDriver(server, 'beto');
  await context.setGeolocation({ latitude: 18.4861, longitude: -69.9312 });
  await signIn(page, driver.email);

  await page.goto('/park-now');
  await expect(page.getByRole('group', { name: 'Nearest parking zones' }).getByRole('radio')).toHaveCount(3);
  await page.getByRole('radio', { name: 'Kennedy–Lincoln' }).click();
  await expect(page.getByText('Space A-01')).toBeVisible();
  await book(rival, [{ zone: 'Kennedy–Lincoln', space: 0, startsInHours: 0 }]);
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
  await forgetSession(page);
  await signIn(page, driver.email);
  await page.goto('/map');
  await expect(page.getByRole('link', { name: /Parked at A-02/ })).toBeVisible();
});
