import type { Page } from '@playwright/test';
import { createPerson, expect, logIn, PASSWORD, type Person, signIn, test } from './people.ts';
import { createDataDir, findFreePort, startServer } from './server.ts';

const UNREACHED = /Failed to load resource/;

const openAccount = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();

/** Gives a person a name and a phone over the public protocol. */
async function introduce({ id, client }: Person, profile: { full_name: string; phone: string }): Promise<void> {
  await client.from('profiles').update(profile).eq('user_id', id).select().single().throwOnError();
}

const profileOf = async ({ id, client }: Person) =>
  (await client.from('profiles').select('full_name, phone, bio').eq('user_id', id).single().throwOnError()).data;

test('the account screen shows who is signed in and where they can go from there', async ({ page, server }) => {
  const person = await createPerson(server, 'account');
  await introduce(person, { full_name: 'José Ángel Díaz', phone: '+18095550101' });
  await logIn(page, person.email);
  await openAccount(page);

  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByText('JÁ', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'José Ángel Díaz' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText('+1 809 555 0101')).toBeVisible();
  await expect(page.getByText('4.93')).toBeVisible();
  await expect(page.getByText('(127 trips)')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Account' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  for (const [text, path] of [
    ['Manage payments and balance', '/wallet'],
    ['App preferences and account settings', '/settings'],
    ['Switch to Owner', '/owner'],
  ] as const) {
    await expect(page.getByRole('link').filter({ hasText: text })).toHaveAttribute('href', path);
  }
  await expect(page.getByText('Wallet', { exact: true })).toBeVisible();
  await expect(page.getByText('Settings', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/profile$/);
});

test('who has told nothing about themselves is User with a U and no phone', async ({ page, server }) => {
  const { email } = await createPerson(server, 'nobody');
  await logIn(page, email);
  await openAccount(page);
  await expect(page.getByRole('heading', { name: 'User', exact: true })).toBeVisible();
  await expect(page.getByText('U', { exact: true })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('+1')).toHaveCount(0);
});

test('a skeleton stands in while the account is on its way', async ({ page, server }) => {
  const { email } = await createPerson(server, 'slow');
  await logIn(page, email);
  const answer = Promise.withResolvers<void>();
  await page.route('**/auth/v1/user', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.route('**/rest/v1/profiles*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/account');
  await expect(page.getByRole('status', { name: 'Loading your account' })).toBeVisible();
  answer.resolve();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading your account' })).toHaveCount(0);
});

for (const path of ['/account', '/profile', '/settings']) {
  test(`a visitor who opens ${path} logs in and is back there`, async ({ page, server }) => {
    const { email } = await createPerson(server, 'deep');
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('a person saves name, phone and bio, and the account shows them', async ({ page, server }) => {
  const person = await createPerson(server, 'profile');
  await signIn(page, person.email);
  await page.goto('/profile');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await page.getByLabel('Name').fill('  Ana Pérez ');
  await page.getByLabel('Phone').fill('(829) 555-0101');
  await page.getByLabel('About you').fill('I drive a small car.');
  await expect(page.getByText('20 of 300 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  expect(await profileOf(person)).toEqual({
    full_name: 'Ana Pérez',
    phone: '+18295550101',
    bio: 'I drive a small car.',
  });
  await page.getByRole('link', { name: 'Back to account' }).click();
  await expect(page.getByRole('heading', { name: 'Ana Pérez' })).toBeVisible();
  await expect(page.getByText('AP', { exact: true })).toBeVisible();
  await expect(page.getByText('+1 829 555 0101')).toBeVisible();
});

test('a number of another country is kept with its code, and shown as it was chosen', async ({ page, server }) => {
  const person = await createPerson(server, 'abroad');
  await signIn(page, person.email);
  await page.goto('/profile');
  await page.getByLabel('Country code').selectOption('Spain (+34)');
  await page.getByLabel('Phone').fill('612 345 678');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  expect(await profileOf(person)).toMatchObject({ phone: '+34612345678' });
  await page.reload();
  await expect(page.getByLabel('Country code')).toHaveValue('ES');
  await expect(page.getByLabel('Phone')).toHaveValue('612345678');
});

test('a number that cannot be one and a bio that is too long are said beside their fields, and nothing is saved', async ({
  page,
  server,
}) => {
  const person = await createPerson(server, 'wrong');
  await signIn(page, person.email);
  await page.goto('/profile');
  await page.getByLabel('Phone').fill('212 555 0101');
  await page.getByLabel('About you').fill('x'.repeat(301));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Enter 10 digits that start with 809, 829 or 849');
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('About you')).toHaveAccessibleDescription(
    'Use 300 characters or fewer 301 of 300 characters',
  );
  expect(await profileOf(person)).toEqual({ full_name: null, phone: null, bio: null });
});

test.describe('failures', () => {
  test.use({ expectedErrors: [UNREACHED] });

  test('without a connection nothing typed is lost, and it is saved when the connection is back', async ({
    page,
    context,
    server,
  }) => {
    const person = await createPerson(server, 'offline');
    await signIn(page, person.email);
    await page.goto('/profile');
    await page.getByLabel('Name').fill('Ana Pérez');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('You are offline. Check your connection and try again.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Ana Pérez');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();
    expect(await profileOf(person)).toMatchObject({ full_name: 'Ana Pérez' });
  });

  test('a server that is down cannot say who the user is, cannot save and cannot sign out; what was typed stays', async ({
    page,
  }) => {
    const port = String(await findFreePort());
    const ownServer = await startServer(await createDataDir(), { PORT: port });
    try {
      const { email } = await createPerson(ownServer, 'down');
      await page.goto(`${ownServer.url}/login`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log In', exact: true }).click();
      await expect(page).toHaveURL(/\/map$/);
      // Every screen has been opened once, so that its code is there.
      await openAccount(page);
      await page.getByRole('link', { name: /^Settings/ }).click();
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
      await openAccount(page);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Name').fill('Ana Pérez');
    } finally {
      await ownServer.stop();
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Failed to save your profile. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Ana Pérez');

    await page.clock.install({ time: Date.now() + 60_000 });
    await openAccount(page);
    await expect(page.getByText('Failed to load user information')).toBeVisible();

    await page.getByRole('link', { name: /^Settings/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('Error signing out')).toBeVisible();
    await expect(page).toHaveURL(/\/settings$/);
  });

  test('a profile that does not load is said, and loads when asked for again', async ({ page, server }) => {
    const { email } = await createPerson(server, 'unloaded');
    await logIn(page, email);
    await page.route('**/rest/v1/profiles*', (route) => route.abort());
    await page.goto('/account');
    await expect(page.getByText('Failed to load profile information').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Wallet/ })).toBeVisible();
    await page.unroute('**/rest/v1/profiles*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(email)).toBeVisible();
  });

  test('a profile that is not there and cannot be made is said', async ({ page, server }) => {
    const { email } = await createPerson(server, 'unmade');
    await logIn(page, email);
    // Row level security hides the row; making it again is refused.
    await page.route('**/rest/v1/profiles*', (route) =>
      route.request().method() === 'GET'
        ? route.continue({ url: `${route.request().url()}&email=eq.nobody` })
        : route.abort(),
    );
    await page.goto('/account');
    await expect(page.getByText('Failed to create user profile').first()).toBeVisible();
  });

  test('a profile that nobody can read is said', async ({ page, server }) => {
    const { email } = await createPerson(server, 'garbled');
    await logIn(page, email);
    await page.route('**/rest/v1/profiles*', (route) => route.fulfill({ json: { unexpected: true } }));
    await page.goto('/account');
    await expect(page.getByText('An error occurred while loading profile').first()).toBeVisible();
  });

  test('an account that was deleted on another device leads to the log-in screen', async ({ page, server }) => {
    const { email, client } = await createPerson(server, 'elsewhere');
    // The first check of the account also leads to the log-in screen when it runs after the deletion; this test is about
    // the check that opening the account screen starts.
    const firstLoads = ['/auth/v1/user', '/rest/v1/profiles', '/rest/v1/user_settings'].map((path) =>
      page.waitForResponse((response) => new URL(response.url()).pathname === path),
    );
    await logIn(page, email);
    await Promise.all(firstLoads);
    await client.rpc('delete_my_account').throwOnError();
    await openAccount(page);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Welcome Back')).toBeVisible();
  });
});
