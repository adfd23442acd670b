import type { Page } from '@playwright/test';
import { addHoursToNow } from './bookings.ts';
import { test } from './lock-vendor.ts';
import { createAdminClient, createZone, dialog, lower, openParking } from './parking-tab.ts';
import { ADMIN, createPerson, expect, signIn } from './people.ts';
import { openDetails } from './users-tab.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const entries = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
const openHistory = (page: Page) => dialog(page).getByText('History', { exact: true }).click();

test('the overview lists what administrators did, below its figures, and nobody can change it', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Zona Anotada', { 'Nota-1': null });
  await admin.from('parking_zones').update({ price_per_hour: 9 }).eq('id', zoneId).throwOnError();
  for (let price = 10; price < 21; price += 1)
    await admin.from('parking_zones').update({ price_per_hour: price }).eq('id', zoneId).throwOnError();
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Administrator Log' })).toBeVisible();
  await expect(entries(page, 'Administrator log')).toHaveCount(10);
  // The sign-in itself may have changed the administrator's language meanwhile.
  await expect(entries(page, 'Administrator log').filter({ hasText: 'Zona Anotada' }).first()).toHaveText(
    new RegExp(`^Changed zone Zona AnotadaPrice per hour: \\$19.00 → \\$20.00${ADMIN.email}`),
  );
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(entries(page, 'Administrator log').filter({ hasText: 'Price per hour: $5.00 → $9.00' })).toBeVisible();
  await expect(entries(page, 'Administrator log').filter({ hasText: 'Added space Nota-1' })).toBeVisible();
  await expect(entries(page, 'Administrator log').getByRole('button')).toHaveCount(0);
  const figures = await page.getByText('1,234', { exact: true }).boundingBox();
  const log = await page.getByRole('heading', { name: 'Administrator Log' }).boundingBox();
  expect(log?.y).toBeGreaterThan(figures?.y ?? Number.POSITIVE_INFINITY);
});

test('an administrator reads the history of a zone where they edit it', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Aag Historia', {});
  await createZone(admin, 'Aag Ajena', {});
  await admin
    .from('parking_zones')
    .update({ amenities: { roofed: true } })
    .eq('id', zoneId)
    .throwOnError();
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin?tab=zones');
  await page.getByRole('button', { name: 'Edit Aag Historia' }).click();
  await openHistory(page);
  await expect(entries(page, 'History')).toHaveText([
    /^Changed zone Aag HistoriaAmenities: none → Roofed/,
    /^Added zone Aag Historia/,
  ]);
});

test('the history of a space has the commands to its lock', async ({ page, server }) => {
  await createZone(await createAdminClient(server), 'Zona Mando', { 'Mando-1': 'KV-0018' });
  await openParking(page, '&q=mando-');
  await lower(page, 'Mando-1').click();
  await expect(page.getByText('Lock lowered successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Mando-1' }).click();
  await openHistory(page);
  await expect(entries(page, 'History')).toHaveText([
    /^Command to lower lock KV-0018Accepted by the vendor/,
    /^Added space Mando-1/,
  ]);
});

test('the history of a user has their profile, settings and role', async ({ page, server }) => {
  const driver = await createPerson(server, 'historic');
  const admin = await createAdminClient(server);
  await openDetails(page, driver.email);
  await openHistory(page);
  await expect(dialog(page).getByText('No administrator has changed anything here yet.')).toBeVisible();
  await admin.from('profiles').update({ status: 'inactive' }).eq('user_id', driver.id).throwOnError();
  await admin.from('user_settings').update({ privacy_level: 'public' }).eq('user_id', driver.id).throwOnError();
  await admin.from('user_roles').insert({ user_id: driver.id, role: 'admin' }).throwOnError();
  await page.reload();
  await page.getByRole('button', { name: 'View Details' }).click();
  await openHistory(page);
  await expect(entries(page, 'History')).toHaveText([
    new RegExp(`^Added admin role of ${driver.email}`),
    new RegExp(`^Changed settings of ${driver.email}Privacy level: private → public`),
    new RegExp(`^Changed user ${driver.email}Status: active → inactive`),
  ]);
});

test('the history of a reservation says who ended it', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { ids } = await createZone(admin, 'Zona Pasada', { 'Pasada-1': null });
  const driver = await createPerson(server, 'remembered');
  const reservation = { start_time: addHoursToNow(5000), end_time: addHoursToNow(5002), status: 'active' };
  await driver.client
    .from('reservations')
    .insert({ user_id: driver.id, parking_space_id: ids.get('Pasada-1'), ...reservation })
    .throwOnError();
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin?tab=reservations&q=pasada-1');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(page.getByText('Reservation status updated')).toBeVisible();
  await page.getByRole('button', { name: /^History of the reservation of .* in Pasada-1$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Reservation history' })).toBeVisible();
  await expect(entries(page, 'History')).toHaveText([
    new RegExp(`^Changed reservation of ${driver.email}Status: active → cancelled${ADMIN.email}`),
  ]);
});
