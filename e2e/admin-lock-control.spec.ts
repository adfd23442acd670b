import type { SupabaseClient } from '@supabase/supabase-js';
import { test, VENDOR } from './lock-vendor.ts';
import {
  createAdminClient,
  createZone,
  dialog,
  findRow,
  lockStatus,
  lower,
  openParking,
  raise,
} from './parking-tab.ts';
import { ADMIN, createPerson, expect, signIn } from './people.ts';

const HOUR_MS = 3_600_000;
const RECHECK_MS = 5000;

/** Where the bar of a lock is, as the vendor lists it. */
async function vendorSays(admin: SupabaseClient, did: string): Promise<number> {
  const call = async (body: object) => {
    const { data, error } = await admin.functions.invoke('lock-proxy', { body });
    if (error) throw error;
    return data;
  };
  const token = await call({ endpoint: '/researchapi/getAccessToken', method: 'GET', headers: {}, body: null });
  const list = await call({
    endpoint: '/researchapi/carlock/list',
    method: 'POST',
    headers: { AccessToken: token.data.accessToken },
    body: { index: 1, size: 50 },
  });
  const lock = list.data.content.find((one: { did: string }) => one.did === did);
  return lock.locationState;
}

test('an administrator lowers and raises a lock, and sees whether it moved', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  await createZone(admin, 'Zona Barra', { 'Barra-1': 'KV-0019' });
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.clock.install();
  await page.goto('/admin?tab=parking&q=barra-');
  await expect(lockStatus(page, 'Barra-1')).toHaveText('Up');

  await test.step('lowering needs no question, and is confirmed five seconds later', async () => {
    await lower(page, 'Barra-1').click();
    await expect(page.getByText('Lock lowered successfully')).toBeVisible();
    await expect(lockStatus(page, 'Barra-1')).toHaveText('UpSent, waiting for the lock');
    await expect.poll(() => vendorSays(admin, 'KV-0019')).toBe(1);
    await page.clock.runFor(RECHECK_MS);
    await expect(lockStatus(page, 'Barra-1')).toHaveText('DownConfirmed');
  });
  await test.step('raising asks first', async () => {
    await raise(page, 'Barra-1').click();
    await expect(dialog(page).getByText('Raise the lock of Barra-1?')).toBeVisible();
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Keep it as it is' }).click();
    await expect(dialog(page)).toHaveCount(0);
    expect(await vendorSays(admin, 'KV-0019')).toBe(1);
    await raise(page, 'Barra-1').click();
    await dialog(page).getByRole('button', { name: 'Raise lock' }).click();
    await expect(page.getByText('Lock raised successfully')).toBeVisible();
    await expect.poll(() => vendorSays(admin, 'KV-0019')).toBe(2);
    await page.clock.runFor(RECHECK_MS);
    await expect(lockStatus(page, 'Barra-1')).toHaveText('UpConfirmed');
  });
});

test('a command of which the lock shows nothing is told apart from one it confirmed', async ({
  page,
  server,
  vendor,
}) => {
  await createZone(await createAdminClient(server), 'Zona Presa', { 'Presa-1': 'KV-0021' });
  await vendor.breakWith({ stuck: ['KV-0021'] });
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.clock.install();
  await page.goto('/admin?tab=parking&q=presa-');
  await expect(lockStatus(page, 'Presa-1')).toHaveText('Down');
  await raise(page, 'Presa-1').click();
  await dialog(page).getByRole('button', { name: 'Raise lock' }).click();
  await expect(lockStatus(page, 'Presa-1')).toHaveText('DownSent, waiting for the lock');
  await page.clock.runFor(RECHECK_MS);
  await expect(lockStatus(page, 'Presa-1')).toHaveText('DownNot confirmed');
  await expect(page.getByText('The lock of Presa-1 has not confirmed that it is up')).toBeVisible();
});

test('an administrator is warned before raising a lock under a reservation', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { ids } = await createZone(admin, 'Zona Aviso', { 'Aviso-1': 'KV-0023', 'Aviso-2': 'KV-0024' });
  const driver = await createPerson(server, 'warned');
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const reserve = (space: string, from: number, to: number) =>
    driver.client
      .from('reservations')
      .insert({
        user_id: driver.id,
        parking_space_id: ids.get(space),
        start_time: at(from),
        end_time: at(to),
        status: 'active',
      })
      .throwOnError();
  await reserve('Aviso-1', -0.1, 1);
  await reserve('Aviso-2', 2, 3);
  await openParking(page, '&q=aviso-');

  await expect(findRow(page, 'Aviso-1').getByText('Reserved')).toBeVisible();
  await raise(page, 'Aviso-1').click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    /^A driver has reserved this space until \d\d:\d\d and may be parked on it\.$/,
  );
  await expect(dialog(page).getByRole('button', { name: 'Raise all the same' })).toBeEnabled();
  await dialog(page).getByRole('button', { name: 'Keep it as it is' }).click();
  await raise(page, 'Aviso-2').click();
  await expect(dialog(page).getByRole('button', { name: 'Raise lock' })).toBeEnabled();
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
});

test('the buttons of one space rest while its command runs, and those of others do not', async ({
  page,
  server,
  vendor,
}) => {
  await createZone(await createAdminClient(server), 'Zona Lenta', {
    'Lenta-1': 'KV-0019',
    'Lenta-2': 'KV-0020',
    'Lenta-3': null,
  });
  await openParking(page, '&q=lenta-');
  await expect(lockStatus(page, 'Lenta-1')).toHaveText(/^(Up|Down)$/);
  await vendor.breakWith({ delayMs: 1500 });
  await lower(page, 'Lenta-1').click();
  await expect(lower(page, 'Lenta-1')).toBeDisabled();
  await expect(lower(page, 'Lenta-1')).toHaveAttribute('aria-busy', 'true');
  await expect(raise(page, 'Lenta-1')).toBeDisabled();
  await expect(lower(page, 'Lenta-2')).toBeEnabled();
  await expect(page.getByText('Lock lowered successfully')).toBeVisible();
  await expect(lower(page, 'Lenta-1')).toBeEnabled();

  await test.step('a space without a lock says so', async () => {
    await expect(lower(page, 'Lenta-3')).toHaveAttribute('aria-disabled', 'true');
    await lower(page, 'Lenta-3').click({ force: true });
    await expect(page.getByText('No parking lock assigned to this space')).toBeVisible();
  });
});

test('a command survives an access token that is over', async ({ page, server, vendor }) => {
  const admin = await createAdminClient(server);
  await createZone(admin, 'Zona Ficha', { 'Ficha-1': 'KV-0023' });
  await openParking(page, '&q=ficha-');
  await expect(lockStatus(page, 'Ficha-1')).toHaveText(/^(Up|Down)$/);
  await vendor.breakWith({ tokenExpired: true });
  await lower(page, 'Ficha-1').click();
  await expect(page.getByText('Lock lowered successfully')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('lock-vendor-token'))).toBeNull();

  await vendor.breakWith({ tokenExpired: 'always' });
  await lower(page, 'Ficha-1').click();
  await expect(page.getByText('Failed to lower lock: The access token has expired')).toBeVisible();
});

test('an administrator hears why the vendor did not take a command', async ({ page, server, vendor }) => {
  await createZone(await createAdminClient(server), 'Zona Muda', { 'Muda-1': 'KV-0020' });
  await vendor.breakWith({ offline: ['KV-0020'] });
  await openParking(page, '&q=muda-');
  await expect(lockStatus(page, 'Muda-1').getByText('Offline')).toBeVisible();
  await lower(page, 'Muda-1').click();
  await expect(page.getByText('Failed to lower lock: The device is offline')).toBeVisible();
  await raise(page, 'Muda-1').click();
  await dialog(page).getByRole('button', { name: 'Raise lock' }).click();
  await expect(page.getByText('Failed to raise lock: The device is offline')).toBeVisible();
});

test('an administrator hears that the vendor does not let the server in', async ({ page, vendor }) => {
  await vendor.breakWith({ notAllowed: true });
  await openParking(page);
  await expect(page.getByText(`Failed to get ${VENDOR} access token`)).toBeVisible();
  await expect(lockStatus(page, 'A-01').first()).toHaveText(/Unknown|—/);
  await page
    .getByRole('button', { name: /^Lower the lock of / })
    .and(page.locator(':not([aria-disabled="true"])'))
    .first()
    .click();
  await expect(page.getByText(`No valid ${VENDOR} access token available`)).toBeVisible();
});

test.describe('when something fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('an administrator hears that the vendor is out of order, and still manages spaces', async ({
    page,
    server,
    vendor,
  }) => {
    await createZone(await createAdminClient(server), 'Zona Rota', { 'Rota-1': 'KV-0020' });
    await vendor.breakWith({ malformed: true });
    await openParking(page, '&q=rota-');
    await expect(page.getByText(`Failed to connect to ${VENDOR} API`)).toBeVisible();
    await expect(lockStatus(page, 'Rota-1')).toHaveText('Unknown');
    await vendor.breakWith({});
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(lockStatus(page, 'Rota-1')).toHaveText(/^(Up|Down)/);
    await vendor.breakWith({ status: 500 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Failed to fetch parking lock data')).toBeVisible();
    await lower(page, 'Rota-1').click();
    await expect(page.getByText('Failed to lower lock: The lock vendor is out of order')).toBeVisible();
  });
});
