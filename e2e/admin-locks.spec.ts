import type { Page } from '@playwright/test';
import { test, VENDOR } from './lock-vendor.ts';
import { ADMIN, expect, signIn } from './people.ts';

const COLUMNS = [
  ...['DID', 'Status', 'Type', 'Gateway', 'SIM', 'Signal', 'Battery %', 'Alarm', 'Sound', 'Location'],
  ...['CLBM', 'CM', 'UT', 'BZ', 'Sync Time', 'Created', 'Updated', 'Online Time', 'Offline Time'],
];

const table = (page: Page) => page.getByRole('table', { name: 'Parking locks' });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');

test('an administrator sees the locks of the vendor, named as the operator says', async ({ page }) => {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin?tab=locks');
  await expect(page.getByRole('heading', { name: 'Parking Locks Management' })).toBeVisible();

  await test.step('the tab says what it is for and how it is connected', async () => {
    await expect(page.getByRole('tab', { name: VENDOR })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: `${VENDOR} Dashboard` })).toBeVisible();
    await expect(page.getByText(`Monitor and control parking locks through the ${VENDOR} API v2.2`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Connection Status' })).toBeVisible();
    await expect(page.getByText(`Connected to ${VENDOR} API v2.2`)).toBeVisible();
    await expect(page.getByText('Using appid/secret authentication flow')).toBeVisible();
  });
  await test.step('the table has 19 columns and is 600 px high', async () => {
    await expect(page.getByText('Loaded 10 parking locks')).toBeVisible();
    await expect(table(page).getByRole('columnheader')).toHaveText(COLUMNS);
    expect((await page.getByRole('region', { name: 'Parking locks' }).boundingBox())?.height).toBe(600);
  });
  await test.step('a row says all the vendor says', async () => {
    const when = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
    await expect(rows(page).nth(5).getByRole('cell')).toHaveText([
      ...[
        'KV-0006A-06, Naco Tiradentes',
        /^Offlinefor (\d+ hours|[12] days?)$/,
        'K20',
        /^GW-\d\d$/,
        /^\d{20}$/,
        '0',
        /^\d+%$/,
        'None',
        'Off',
        'Down',
      ],
      ...['P-006', 'NB-IoT', '2.2.14', '—', when, when, when, when, when],
    ]);
    await expect(rows(page).nth(0).getByRole('cell').last()).toHaveText('—');
  });
  await test.step('what needs attention is counted over all locks', async () => {
    await expect(page.getByText(/^\d+ of 24 locks need attention$/)).toBeVisible();
  });
});
