import { addPastStays, book } from './bookings.ts';
import { ADMIN, createPerson, expect, signIn, test } from './people.ts';
import { button, createAdminClient, createZone, field, findRow, findZone, openZones } from './zones-tab.ts';

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
  await addPastStays(server, driver, [{ ...space, startsInHours: -3 }]);
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

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('an administrator hears that zones did not come, and that there are none', async ({ page }) => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.route('**/rest/v1/admin_zones?*', (route) => route.fulfill({ status: 400, json: { code: 'X' } }));
    await page.goto('/admin?tab=zones');
    await expect(page.getByRole('alert').getByText('Failed to fetch parking zones')).toBeVisible();
    await page.unroute('**/rest/v1/admin_zones?*');
    await page.route('**/rest/v1/admin_zones?*', (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No parking zones found. Create your first zone to get started.')).toBeVisible();
  });

  test('an administrator hears that a zone was not written, and keeps what they entered', async ({ page, server }) => {
    const id = await createZone(server, { name: 'Aae Perdida' });
    await openZones(page);
    await page.getByRole('button', { name: 'Edit Aae Perdida' }).click();
    await (await createAdminClient(server)).from('parking_zones').delete().eq('id', id).throwOnError();
    await field(page, 'Name').fill('Aae Renombrada');
    await page.keyboard.press('Escape');
    await button(page, 'Save').click();
    await expect(page.getByText('Failed to update zone')).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Aae Renombrada');
    await button(page, 'Cancel').click();

    await page.route('**/rest/v1/parking_zones?*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: { code: 'X' } }),
    );
    await page.getByRole('button', { name: 'Add Zone' }).click();
    await button(page, 'Save').click();
    await expect(page.getByText('Failed to create zone')).toBeVisible();
    await button(page, 'Cancel').click();
    page.once('dialog', (question) => void question.accept());
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await expect(page.getByText('Failed to delete zone')).toBeVisible();
  });
});
