import type { SupabaseClient } from '@supabase/supabase-js';
import { test } from './lock-vendor.ts';
import { createAdminClient, createZone, dialog, lockStatus, lower, raise } from './parking-tab.ts';
import { ADMIN, expect, signIn } from './people.ts';

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
    await expect(dialog(page).getByText('Raise the lock of Barra-1, Zona Barra?')).toBeVisible();
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
