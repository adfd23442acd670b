import { addPastReservations, book } from './bookings.ts';
import { createPerson, expect, test } from './people.ts';
import { createAdminClient, createZone, findRow, findZone, openZones } from './zones-tab.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test('an administrator sees each zone with its spaces, price, rating, place and amenities', async ({
  page,
  server,
}) => {
  const id = await createZone(server, {
    name: 'Aaa Vista',
    description: 'Junto al parque',
    location: 'Calle de Prueba 7',
    price_per_hour: 2.5,
    rating: 3.4,
    amenities: { roofed: true, active_security: false, car_wash: true },
  });
  const admin = await createAdminClient(server);
  await admin
    .from('parking_spaces')
    .insert(['A-1', 'A-2', 'A-3'].map((name) => ({ name, zone_id: id })))
    .throwOnError();
  await openZones(page);

  await expect(page.getByRole('columnheader')).toHaveText([
    'Zone Name',
    'Description',
    'Spaces',
    'Price/Hour',
    'Rating',
    'Location',
    'Amenities',
    'Actions',
  ]);
  const row = findRow(page, 'Aaa Vista');
  await expect(row.getByRole('cell')).toHaveText([
    'Aaa Vista',
    'Junto al parque',
    '3',
    '$2.50',
    '3.4',
    'Calle de Prueba 7',
    'Covered ParkingCar Wash',
    '',
  ]);
  await expect(row.getByRole('img', { name: '3.4 out of 5 stars' })).toBeVisible();
  await expect(row.getByRole('listitem').locator('svg')).toHaveCount(2);
  await expect(row.getByRole('button', { name: 'Edit Aaa Vista' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Delete Aaa Vista' })).toBeVisible();
  await page.getByRole('button', { name: 'Spaces' }).click();
  await page.getByRole('button', { name: 'Spaces' }).click();
  await expect(page).toHaveURL(/sort=space_count\.desc/);
  await expect(page.getByRole('row').nth(1)).not.toContainText('Aaa Vista');
});

test('an administrator deletes a zone after a question that says what depends on it', async ({ page, server }) => {
  const id = await createZone(server, { name: 'Aad Cerrada' });
  const admin = await createAdminClient(server);
  await admin
    .from('parking_spaces')
    .insert(['C-1', 'C-2'].map((name) => ({ name, zone_id: id })))
    .throwOnError();
  const driver = await createPerson(server, 'affected');
  const space = { zone: 'Aad Cerrada', space: 0 };
  await addPastReservations(server, driver, [{ ...space, startsInHours: -3 }]);
  await book(driver, [
    { ...space, startsInHours: -1, hours: 2 },
    { ...space, startsInHours: 2 },
  ]);
  await openZones(page);
  const ask = page.getByRole('button', { name: 'Delete Aad Cerrada' });

  const questions: string[] = [];
  page.once('dialog', (question) => {
    questions.push(question.message());
    void question.dismiss();
  });
  await ask.click();
  await expect.poll(() => questions).toHaveLength(1);
  const [question, about] = questions[0]?.split('\n\n') ?? [];
  expect(question).toBe('Are you sure you want to delete this parking zone? This action cannot be undone.');
  expect(about).toBe(
    'Aad Cerrada. Its 2 spaces will be in no zone. 2 current or future reservations of them stay active.',
  );
  await expect(findRow(page, 'Aad Cerrada')).toBeVisible();
  expect(await findZone(server, 'Aad Cerrada')).not.toBeNull();
  page.once('dialog', (again) => void again.accept());
  await ask.click();
  await expect(page.getByText('Zone deleted successfully')).toBeVisible();
  await expect(findRow(page, 'Aad Cerrada')).toHaveCount(0);
  expect(await findZone(server, 'Aad Cerrada')).toBeNull();
});
