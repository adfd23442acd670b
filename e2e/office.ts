import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Language } from '../domain/language/languages.ts';
import { ADMIN, createClientFor, expect, signIn } from './people.ts';
import type { RunningServer } from './server.ts';

// The back office, as its tests prepare and read it.

export const AT_DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

/** The data client of the administrator. */
export const createAdminClient = (server: RunningServer) => createClientFor(server, ADMIN.email, ADMIN.password);

/** Signs in the administrator, whose account has this language. */
export async function signInOperator(page: Page, server: RunningServer, language: Language): Promise<void> {
  const admin = await createAdminClient(server);
  const { data } = await admin.auth.getUser();
  await admin.from('user_settings').update({ language }).eq('user_id', data.user?.id).throwOnError();
  await signIn(page, ADMIN.email, ADMIN.password);
}

/** Opens a tab of the back office as the administrator; `search` goes on in the address. */
export async function openTab(page: Page, tab: string, search = ''): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/admin?tab=${tab}${search === '' ? '' : `&q=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
}

/** A zone of the test's own with spaces and their locks; returns the ids of the spaces by name. */
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

export const findRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const dialog = (page: Page) => page.getByRole('dialog');
export const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
