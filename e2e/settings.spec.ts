import type { Page } from '@playwright/test';
import { createPerson, expect, logIn, newClient, PASSWORD, type Person, signIn, test } from './people.ts';

const REFUSED = /Failed to load resource/;

const readSettings = async ({ id, client }: Person) =>
  (await client.from('user_settings').select('*').eq('user_id', id).single().throwOnError()).data;

async function openSettings(page: Page, person: Person): Promise<void> {
  await signIn(page, person.email);
  await page.goto('/settings');
  await expect(page.getByLabel('Auto logout (minutes)')).toBeVisible();
}

/** What a tab knows of when the browser was last used: another tab's word takes a moment to come. */
const lastActivity = (page: Page) => page.evaluate(() => localStorage.getItem('parqueo.last-activity') ?? '');

/** Waits until this browser knows how long the session may rest: from then on the clock may be moved. */
const isWatched = (page: Page) => expect.poll(() => lastActivity(page)).toMatch(/"limitMinutes":\d/);

/** Gives a person a limit over the public protocol, before they log in. */
async function limitTo({ id, client }: Person, minutes: number): Promise<void> {
  await client
    .from('user_settings')
    .update({ auto_logout_minutes: minutes })
    .eq('user_id', id)
    .select()
    .single()
    .throwOnError();
}

async function bookSpace({ id, client }: Person, name: string, hoursFromNow: number): Promise<string> {
  const { data: space } = await client
    .from('parking_spaces')
    .select('id')
    .eq('zone_name', 'Casco Colonial')
    .eq('name', name)
    .limit(1)
    .single()
    .throwOnError();
  const start = Date.now() + hoursFromNow * 3_600_000;
  const { data } = await client
    .from('reservations')
    .insert({
      user_id: id,
      parking_space_id: space.id,
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 3_600_000).toISOString(),
      status: 'active',
    })
    .select('id')
    .single()
    .throwOnError();
  return data.id;
}

test('a person changes notifications, privacy and auto logout, and finds them so again', async ({ page, server }) => {
  const person = await createPerson(server, 'settings');
  await openSettings(page, person);
  // A control shows what is being saved a moment after the click; `check` would look at once.
  for (const name of ['Email notifications', 'Push notifications', 'SMS notifications', 'Marketing emails']) {
    await page.getByRole('switch', { name }).click();
  }
  await page.getByRole('radio', { name: 'Friends' }).click();
  await page.getByLabel('Auto logout (minutes)').fill('30');
  await page.getByLabel('Auto logout (minutes)').press('Enter');
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  await expect
    .poll(() => readSettings(person))
    .toMatchObject({
      email_notifications: false,
      push_notifications: true,
      sms_notifications: true,
      marketing_emails: true,
      privacy_level: 'friends',
      auto_logout_minutes: 30,
      two_factor_enabled: false,
    });
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'SMS notifications' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Friends' })).toBeChecked();
  await expect(page.getByLabel('Auto logout (minutes)')).toHaveValue('30');
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

  await page.getByRole('button', { name: 'Sign Out' }).click();

  await expect(page.getByText('Successfully signed out')).toBeVisible();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByText('Welcome Back')).toBeVisible();
    await expect(tab.getByText(person.email)).toHaveCount(0);
  }
  await logIn(other, person.email);
  await expect(page).toHaveURL(/\/map$/);
});

test.describe('auto logout', () => {
  test('activity in one tab counts for the other', async ({ page, context, server }) => {
    const person = await createPerson(server, 'busy');
    await limitTo(person, 5);
    await context.clock.install();
    await openSettings(page, person);
    await isWatched(page);
    const other = await context.newPage();
    await other.goto('/account');
    await expect(other.getByText(person.email)).toBeVisible();
    await context.clock.fastForward(3.5 * 60_000);
    const before = await lastActivity(page);
    await other.getByRole('heading', { name: 'Account', exact: true }).click();
    await expect.poll(() => lastActivity(page)).not.toBe(before);
    await context.clock.fastForward(2 * 60_000);
    await expect(page.getByText('Are you still there?')).toHaveCount(0);
    await expect(page).toHaveURL(/\/settings$/);
    await context.clock.fastForward(4 * 60_000);
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login$/);
  });
});

test.describe('deleting the account', () => {
  test.use({ expectedErrors: [REFUSED] });

  test('a driver who types DELETE is gone, and an administrator sees the reservation unnamed', async ({
    page,
    server,
  }) => {
    const person = await createPerson(server, 'goner');
    const reservationId = await bookSpace(person, 'A-01', 72);
    await openSettings(page, person);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
    await dialog.getByLabel('Type DELETE or your email to confirm').fill('delete');
    await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
    await dialog.getByLabel('Type DELETE or your email to confirm').fill('DELETE');
    await dialog.getByRole('button', { name: 'Delete account' }).click();

    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your account has been deleted')).toBeVisible();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Invalid login credentials')).toBeVisible();

    const admin = await newClient(server);
    await admin.auth.signInWithPassword({ email: 'admin@parqueo.test', password: 'parqueo-demo' });
    const { data } = await admin
      .from('reservations')
      .select('status, user_id, profiles(full_name, email), parking_spaces(name, zone_name)')
      .eq('id', reservationId)
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
