import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { createAdminClient } from './office.ts';
import { createPerson, expect, giveProof, logIn, type Person, signIn, submitLogIn, test } from './people.ts';

const REFUSED = /Failed to load resource/;

async function openSettings(page: Page, person: Person): Promise<void> {
  await signIn(page, person.email);
  await page.goto('/settings');
  await expect(page.getByLabel('Sign out without activity')).toBeVisible();
}

test('a person saves the profile and the settings, and finds them so again', async ({ page, server }) => {
  const person = await createPerson(server, 'settings');
  await signIn(page, person.email);
  await page.goto('/profile');
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await page.getByLabel('Name').fill('  Ana Pérez ');
  await page.getByLabel('Phone').fill('(829) 555-0101');
  await page.getByLabel('About you').fill('I drive a small car.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await page.getByRole('link', { name: 'Back to account' }).click();
  await expect(page.getByRole('heading', { name: 'Ana Pérez' })).toBeVisible();
  await expect(page.getByText('+1 829 555 0101')).toBeVisible();

  await page.goto('/settings');
  // A control shows what is being saved a moment after the click; `check` would look at once.
  for (const name of ['Email notifications', 'Push notifications', 'SMS notifications', 'Marketing emails']) {
    await page.getByRole('switch', { name }).click();
  }
  await page.getByRole('radio', { name: 'Friends' }).click();
  await page.getByLabel('Sign out without activity').selectOption('15 min');
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  const readLimit = () => person.client.from('user_settings').select('auto_logout_minutes').single().throwOnError();
  await expect.poll(async () => (await readLimit()).data).toEqual({ auto_logout_minutes: 15 });
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'SMS notifications' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Friends' })).toBeChecked();
  await expect(page.getByLabel('Sign out without activity')).toHaveValue('15');
});

test('signing out leads every tab to the log-in screen, and the next log-in to the map', async ({
  page,
  context,
  server,
}) => {
  const person = await createPerson(server, 'leaver');
  await openSettings(page, person);
  const other = await context.newPage();
  await other.goto('/account');
  await expect(other.getByText(person.email)).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();

  await expect(page.getByText('Successfully signed out')).toBeVisible();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByText('Welcome Back')).toBeVisible();
    await expect(tab.getByText(person.email)).toHaveCount(0);
  }
  await logIn(other, person.email);
  await expect(page).toHaveURL(/\/map$/);
});

test.describe('deleting the account', () => {
  test.use({ expectedErrors: [REFUSED] });

  test('a driver who types DELETE is gone, and an administrator sees the reservation unnamed', async ({
    page,
    server,
  }) => {
    const person = await createPerson(server, 'goner');
    const [reservation] = await book(person, [{ zone: 'Casco Colonial', space: 0, startsInHours: 72 }]);
    await openSettings(page, person);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
    await dialog.getByLabel('Type DELETE or your email to confirm').fill('delete');
    await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
    await dialog.getByLabel('Type DELETE or your email to confirm').fill('DELETE');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await giveProof(page);

    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your account has been deleted')).toBeVisible();
    await submitLogIn(page, person.email);
    await expect(page.getByText('Invalid login credentials')).toBeVisible();

    const { data } = await (await createAdminClient(server))
      .from('reservations')
      .select('status, user_id, profiles(full_name, email), parking_spaces(name, zone_name)')
      .eq('id', reservation?.id)
      .single()
      .throwOnError();
    expect(data).toEqual({
      status: 'cancelled',
      user_id: null,
      profiles: null,
      parking_spaces: { name: 'A-01', zone_name: 'Casco Colonial' },
    });
  });
});
