import type { Page } from '@playwright/test';
import { ADMIN, createClientFor, expect, signIn } from './people.ts';
import type { RunningServer } from './server.ts';

// The Zones tab of the back office, as its tests prepare and read it.

export const createAdminClient = (server: RunningServer) => createClientFor(server, ADMIN.email, ADMIN.password);
export const findZone = async (server: RunningServer, name: string) =>
  (
    await (
      await createAdminClient(server)
    )
      .from('parking_zones')
      .select('*')
      .eq('name', name)
      .maybeSingle()
      .throwOnError()
  ).data;

export async function createZone(server: RunningServer, zone: Record<string, unknown>): Promise<string> {
  const admin = await createAdminClient(server);
  return (await admin.from('parking_zones').insert(zone).select('id').single().throwOnError()).data.id;
}

export async function openZones(page: Page): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin?tab=zones');
  await expect(page.getByRole('heading', { name: 'Zone Management' })).toBeVisible();
}

export const findRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const dialog = (page: Page) => page.getByRole('dialog');
export const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
export const picker = (page: Page) => dialog(page).getByRole('region', { name: 'Where the zone is', exact: true });
export const coordinates = (page: Page) => picker(page).getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
export const NOT_ON_MAP = 'Not on the map. Click the map or search for an address.';

export async function clickMap(page: Page, x: number, y: number): Promise<void> {
  await expect(dialog(page).getByText('Loading map...')).toHaveCount(0);
  const map = picker(page).locator('canvas');
  await map.scrollIntoViewIfNeeded();
  await map.click({ position: { x, y } });
}
