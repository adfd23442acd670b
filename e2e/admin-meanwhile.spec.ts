import type { Browser, Page } from '@playwright/test';
import { createAdminClient, createZone as createZoneWithSpaces, openParking } from './parking-tab.ts';
import { ADMIN, createClientFor, createPerson, expect, PASSWORD, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';
import { createNamed, dialog, field, findRow, button as inDialog, openDetails, tab } from './users-tab.ts';
import { createZone, findZone, openZones } from './zones-tab.ts';

const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
test.use(DESK);

/** The browser of a second administrator, at work at the same time. */
async function openSecondDesk(browser: Browser, server: RunningServer): Promise<Page> {
  const second = await createPerson(server, 'second-admin');
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
  await admin.from('user_roles').insert({ user_id: second.id, role: 'admin' }).throwOnError();
  const context = await browser.newContext({ ...DESK, baseURL: server.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, second.email, PASSWORD);
  return page;
}

const newer = (page: Page) => dialog(page).getByRole('list', { name: 'Newer values' }).getByRole('listitem');

test('the second of two administrators who change a user sees what changed, loses nothing', async ({
  page,
  browser,
  server,
}) => {
  const driver = await createNamed(server, 'twice', 'Carmen Antes');
  const kept = async () =>
    (await driver.client.from('profiles').select('full_name, phone, bio').single().throwOnError()).data;
  const other = await openSecondDesk(browser, server);
  await other.goto(`/admin?tab=users&q=${driver.email}`);
  await findRow(other, driver.email).getByRole('button', { name: 'View Details' }).click();
  await openDetails(page, driver.email);
  await inDialog(page, 'Edit').click();
  await inDialog(other, 'Edit').click();

  await test.step('the first saves a name and a phone', async () => {
    await field(other, 'Full name').fill('Carmen Otra');
    await field(other, 'Phone').fill('+18095550199');
    await inDialog(other, 'Save').click();
    await expect(other.getByText('User updated successfully')).toBeVisible();
  });
  await test.step('the driver is active meanwhile, which turns nobody down', async () => {
    await createClientFor(server, driver.email);
  });
  await test.step('the second is told, and sees the newer values beside their own', async () => {
    await field(page, 'Full name').fill('Carmen Mía');
    await field(page, 'Bio').fill('Maneja de noche');
    await inDialog(page, 'Save').click();
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Somebody else changed this user while you were editing.',
    );
    await expect(newer(page)).toHaveText([
      'Full name is now Carmen Otra. You typed Carmen Mía.',
      'Phone is now +18095550199.',
    ]);
    await expect(page.getByText('User updated successfully')).toHaveCount(0);
    expect(await kept()).toMatchObject({ full_name: 'Carmen Otra', bio: null });
  });
  await test.step('what they typed is still there, and what they did not follows', async () => {
    await expect(field(page, 'Full name')).toHaveValue('Carmen Mía');
    await expect(field(page, 'Bio')).toHaveValue('Maneja de noche');
    await expect(field(page, 'Phone')).toHaveValue('+18095550199');
  });
  await test.step('saving again keeps theirs', async () => {
    await inDialog(page, 'Save').click();
    await expect(page.getByText('User updated successfully')).toBeVisible();
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
    expect(await kept()).toMatchObject({
      full_name: 'Carmen Mía',
      phone: '+18095550199',
      bio: 'Maneja de noche',
    });
  });
  await other.context().close();
});

test('an administrator who is told that settings changed meanwhile may leave the newer ones', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'settled');
  await openDetails(page, driver.email);
  await inDialog(page, 'Edit').click();
  await driver.client
    .from('user_settings')
    .update({ auto_logout_minutes: 15, sms_notifications: true })
    .eq('user_id', driver.id)
    .throwOnError();
  await tab(page, 'Settings');
  await field(page, 'Auto logout (minutes)').fill('30');
  await inDialog(page, 'Save').click();
  await expect(newer(page)).toHaveText([
    'SMS notifications is now on.',
    'Auto logout (minutes) is now 15. You typed 30.',
  ]);
  await expect(field(page, 'Auto logout (minutes)')).toHaveValue('30');
  await inDialog(page, 'Cancel').click();
  await expect(field(page, 'Auto logout (minutes)')).toHaveValue('15');
  const { data } = await driver.client.from('user_settings').select('auto_logout_minutes').single().throwOnError();
  expect(data).toEqual({ auto_logout_minutes: 15 });
});

test('the second of two administrators who change a zone sees what changed, loses nothing', async ({
  page,
  browser,
  server,
}) => {
  await createZone(server, { name: 'Aaf Doble', price_per_hour: 2, amenities: { roofed: true } });
  const other = await openSecondDesk(browser, server);
  await other.goto('/admin?tab=zones');
  await openZones(page);
  for (const desk of [page, other]) await desk.getByRole('button', { name: 'Edit Aaf Doble' }).click();

  await field(other, 'Price per hour ($)').fill('9');
  await field(other, 'Description').fill('Con guardia');
  await dialog(other).getByRole('checkbox', { name: 'Security Guard' }).check();
  await inDialog(other, 'Save').click();
  await expect(other.getByText('Zone updated successfully')).toBeVisible();

  await field(page, 'Price per hour ($)').fill('3');
  await field(page, 'Location').fill('Calle Mía 1');
  await inDialog(page, 'Save').click();
  await expect(dialog(page).getByRole('alert').first()).toContainText(
    'Somebody else changed this zone while you were editing.',
  );
  await expect(newer(page)).toHaveText([
    'Description is now Con guardia.',
    'Price per hour ($) is now 9. You typed 3.',
    'Amenities is now Covered Parking, Security Guard.',
  ]);
  await expect(field(page, 'Price per hour ($)')).toHaveValue('3');
  await expect(field(page, 'Location')).toHaveValue('Calle Mía 1');
  await expect(dialog(page).getByRole('checkbox', { name: 'Security Guard' })).toBeChecked();
  expect(await findZone(server, 'Aaf Doble')).toMatchObject({ price_per_hour: 9, location: null });

  await inDialog(page, 'Save').click();
  await expect(page.getByText('Zone updated successfully')).toBeVisible();
  expect(await findZone(server, 'Aaf Doble')).toMatchObject({
    price_per_hour: 3,
    description: 'Con guardia',
    location: 'Calle Mía 1',
    amenities: { roofed: true, active_security: true },
  });
  await other.context().close();
});

test('an administrator whose space was changed meanwhile hears it, though its status may move', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  const { ids } = await createZoneWithSpaces(admin, 'Zona Doble', { 'Doble-1': null });
  const change = (values: object) =>
    admin.from('parking_spaces').update(values).eq('id', ids.get('Doble-1')).throwOnError();
  await openParking(page, '&q=doble-');
  await page.getByRole('button', { name: 'Edit Doble-1' }).click();
  await change({ status: 'maintenance' });
  await field(page, 'Location').fill('Sótano 1');
  await inDialog(page, 'Save').click();
  await expect(page.getByText('Parking space updated successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Doble-1' }).click();
  await change({ zone_id: null, hourly_rate: 4 });
  await field(page, 'Hourly rate ($)').fill('6');
  await inDialog(page, 'Save').click();
  await expect(newer(page)).toHaveText(['Zone is now no zone.', 'Hourly rate ($) is now 4. You typed 6.']);
  await expect(field(page, 'Hourly rate ($)')).toHaveValue('6');
  await expect(field(page, 'Zone')).toHaveValue('');
  await inDialog(page, 'Save').click();
  await expect(dialog(page)).toHaveCount(0);
  const { data } = await admin
    .from('parking_spaces')
    .select('zone_id, hourly_rate')
    .eq('id', ids.get('Doble-1'))
    .single();
  expect(data).toEqual({ zone_id: null, hourly_rate: 6 });
});

test.describe('when another administrator was faster with a role', () => {
  // The browser itself reports the conflict.
  test.use({ expectedErrors: [/status of 409/] });

  test('an administrator hears it, and sees the role as it is', async ({ page, server }) => {
    const driver = await createPerson(server, 'raced');
    const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
    const sentence = 'Somebody else changed the role of this user meanwhile. It is shown as it is now.';
    await openDetails(page, driver.email);
    await admin.from('user_roles').insert({ user_id: driver.id, role: 'admin' }).throwOnError();
    await inDialog(page, 'Make Admin').click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(inDialog(page, 'Remove Admin')).toBeVisible();
    await expect(page.getByText(sentence)).toHaveCount(0);
    await admin.from('user_roles').delete().eq('user_id', driver.id).throwOnError();
    await inDialog(page, 'Remove Admin').click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(inDialog(page, 'Make Admin')).toBeVisible();
  });
});
