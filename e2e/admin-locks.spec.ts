import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { test, VENDOR } from './lock-vendor.ts';
import { button, createAdminClient, createZone, dialog, findRow } from './office.ts';
import { ADMIN, expect, signIn } from './people.ts';

const RECHECK_MS = 5000;
const COLUMNS = [
  'DID',
  'Status',
  'Type',
  'Gateway',
  'SIM',
  'Signal',
  'Battery %',
  'Alarm',
  'Sound',
  'Location',
  'CLBM',
  'CM',
  'UT',
  'BZ',
  'Sync Time',
  'Created',
  'Updated',
  'Online Time',
  'Offline Time',
];

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

const lockStatus = (page: Page, name: string) => findRow(page, name).getByRole('cell').nth(5);

test('an administrator sees the locks of the vendor, lowers one, raises it, and sees whether it moved', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  await createZone(admin, 'Zona Barra', { 'Barra-1': 'KV-0019' });
  await signIn(page, ADMIN.email, ADMIN.password);

  await test.step('the locks are named as the operator says, in 19 columns that are 600 px high', async () => {
    await page.goto('/admin?tab=locks');
    await expect(page.getByRole('tab', { name: VENDOR })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(`Connected to ${VENDOR} API v2.2`)).toBeVisible();
    await expect(page.getByText('Loaded 10 parking locks')).toBeVisible();
    const table = page.getByRole('table', { name: 'Parking locks' });
    await expect(table.getByRole('columnheader')).toHaveText(COLUMNS);
    await expect(table.getByRole('row').nth(6)).toContainText('KV-0006A-06, Naco TiradentesOfflinefor');
    expect((await page.getByRole('region', { name: 'Parking locks' }).boundingBox())?.height).toBe(600);
  });

  await page.clock.install();
  await page.goto('/admin?tab=parking&q=barra-');
  await expect(lockStatus(page, 'Barra-1')).toHaveText('Up');

  await test.step('lowering needs no question, and is confirmed five seconds later', async () => {
    await page.getByRole('button', { name: 'Lower the lock of Barra-1' }).click();
    await expect(page.getByText('Lock lowered successfully')).toBeVisible();
    await expect(lockStatus(page, 'Barra-1')).toHaveText('UpSent, waiting for the lock');
    await expect.poll(() => vendorSays(admin, 'KV-0019')).toBe(1);
    await page.clock.runFor(RECHECK_MS);
    await expect(lockStatus(page, 'Barra-1')).toHaveText('DownConfirmed');
  });
  await test.step('raising asks first', async () => {
    await page.getByRole('button', { name: 'Raise the lock of Barra-1' }).click();
    await expect(dialog(page).getByText('Raise the lock of Barra-1, Zona Barra?')).toBeVisible();
    await button(page, 'Raise lock').click();
    await expect(page.getByText('Lock raised successfully')).toBeVisible();
    await expect.poll(() => vendorSays(admin, 'KV-0019')).toBe(2);
    await page.clock.runFor(RECHECK_MS);
    await expect(lockStatus(page, 'Barra-1')).toHaveText('UpConfirmed');
  });
});
