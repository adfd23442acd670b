import { createPerson, expect, linkMailedTo, newClient, newEmail, PASSWORD, signIn, test } from './people.ts';

// The browser itself reports refused requests to the console.
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

test.describe('refusals', () => {
  test.use({ expectedErrors: [REFUSED] });

  test('a wrong password is said in a toast and nothing typed is lost', async ({ page, server }) => {
    const { email } = await createPerson(server, 'forgetful');
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a-wrong-guess');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Invalid login credentials')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page).toHaveURL(/\/login$/);
  });

  test('an account that was not confirmed is told so', async ({ page, server }) => {
    const email = newEmail('unconfirmed');
    await (await newClient(server)).auth.signUp({ email, password: PASSWORD });
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Email not confirmed').first()).toBeVisible();
  });
});

test('an empty form says what is missing beside each field', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await expect(page.getByText('Enter your password')).toBeVisible();
});

test('the link of the mail lands on the map, signed in, and a second visit says that it was used', async ({
  page,
  server,
}) => {
  const email = newEmail('link');
  await (await newClient(server)).auth.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: `${server.url}/map` },
  });
  const link = await linkMailedTo(server, email);
  await page.goto(link);
  await expect(page).toHaveURL(/\/map$/);
  // Only somebody who is signed in is welcomed.
  await expect(page.getByText('Welcome to Parqueo!')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('Authentication failed: Email link is invalid or has expired')).toBeVisible();
});

test('a visitor who opens a space logs in and is back at that space', async ({ page, server }) => {
  const { email, client } = await createPerson(server, 'deep');
  const { data: space } = await client.from('parking_spaces').select('id').limit(1).single().throwOnError();
  await page.goto(`/reserve/${space.id}`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/reserve/${space.id}$`));
  await expect(page.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
});

test('a session is there after a reload, and in another tab', async ({ page, context, server }) => {
  const { email, client } = await createPerson(server, 'tabs');
  const { data: space } = await client.from('parking_spaces').select('id').limit(1).single().throwOnError();
  await signIn(page, email);
  await page.goto(`/reserve/${space.id}`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/reserve/${space.id}`);
  await expect(other.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
});

test('an address the product does not have says so and leads home', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/intro$/);
});
