import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { ADMIN, createClientFor, expect, signIn } from './people.ts';
import type { RunningServer } from './server.ts';

// The Parking tab of the back office, as its tests prepare and read it.

/** The data client of the administrator. */
export const createAdminClient = (server: RunningServer) => createClientFor(server, ADMIN.email, ADMIN.password);

/** A zone of the test's own with spaces; answers their ids by name. */
export async function createZone(admin: SupabaseClient, name: string, spaces: Record<string, string | null>) {
  const zone = await admin.from('parking_zones').insert({ name }).select('id').single().throwOnError();
  const rows = Object.entries(spaces).map(([space, did]) => ({
    name: space,
    zone_id: zone.data.id,
    location: `Calle de ${name}`,
    kavass_device_id: did,
    hourly_rate: 7.5,
  }));
  const made = await admin.from('parking_spaces').insert(rows).select('id, name').throwOnError();
  return {
    zoneId: zone.data.id as string,
    ids: new Map(made.data.map((row) => [row.name as string, row.id as string])),
  };
}

/** Opens the tab; `search` goes on in the address. */
export async function openParking(page: Page, search = ''): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/admin?tab=parking${search}`);
  await expect(page.getByRole('heading', { name: 'Parking Space Management' })).toBeVisible();
}

export const table = (page: Page) => page.getByRole('table', { name: 'Parking spaces' });
export const groups = (page: Page) => table(page).getByRole('rowheader');
export const findRow = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name, exact: true }) });
export const lockStatus = (page: Page, name: string) => findRow(page, name).getByRole('cell').nth(5);
export const raise = (page: Page, name: string) => page.getByRole('button', { name: `Raise the lock of ${name}` });
export const lower = (page: Page, name: string) => page.getByRole('button', { name: `Lower the lock of ${name}` });
export const search = (page: Page) => page.getByPlaceholder('Search by space name, zone name or location...');
export const dialog = (page: Page) => page.getByRole('dialog');
