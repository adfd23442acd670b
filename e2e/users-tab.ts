import type { Page } from '@playwright/test';
import { ADMIN, createPerson, expect, type Person, signIn } from './people.ts';
import type { RunningServer } from './server.ts';

// The Users tab of the back office, as its tests prepare and read it.

/** Somebody with this name, as they named themselves. */
export async function createNamed(server: RunningServer, name: string, fullName: string): Promise<Person> {
  const person = await createPerson(server, name);
  await person.client.from('profiles').update({ full_name: fullName }).eq('user_id', person.id).throwOnError();
  return person;
}

export async function openUsers(page: Page, search = ''): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/admin?tab=users${search === '' ? '' : `&q=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
}

export async function openDetails(page: Page, email: string): Promise<void> {
  await openUsers(page, email);
  await findRow(page, email).getByRole('button', { name: 'View Details' }).click();
  await expect(dialog(page).getByRole('tab', { name: 'Profile' })).toBeVisible();
}

export const findRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const search = (page: Page) => page.getByPlaceholder('Search by email or full name...');
export const dialog = (page: Page) => page.getByRole('dialog');
export const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name }).click();
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
export const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
