import { ADMIN, createPerson, expect, newClient, newEmail, PASSWORD, signIn, test } from './people.ts';

// The product as an operator runs it, without sample data; on a server of its own, as it keeps settings for ten seconds.
test.use({ serverEnv: { SAMPLES: 'off' } });

/** The server obeys new settings within this time. */
const OBEYED_WITHIN_MS = 15_000;

test('an operator closes sign-ups and asks for longer passwords, and everybody is told', async ({
  page,
  server,
  browser,
}) => {
  const driver = await createPerson(server, 'dora');
  const visitor = await browser.newPage({ baseURL: server.url });

  await test.step('a visitor could sign up', async () => {
    await visitor.goto('/signup');
    await expect(visitor.getByText('At least 8 characters')).toBeVisible();
    // No provider is set up on this server.
    await expect(visitor.getByText('or continue with')).toBeHidden();
  });

  await test.step('the operator saves both settings', async () => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin?tab=settings');
    const form = page.getByRole('form', { name: 'Authentication Settings' });
    await form.getByLabel('Minimum password length').fill('12');
    await form.getByRole('switch', { name: 'Allow signups' }).uncheck();
    await form.getByRole('button', { name: 'Save Authentication Settings' }).click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Authentication settings saved successfully')).toBeVisible();
    await page.getByText('History', { exact: true }).click();
    await expect(page.getByText('Changed the settings of the installation')).toBeVisible();
    await expect(page.getByText('Sign-ups allowed: on → off')).toBeVisible();
  });

  await test.step('a visitor reads that sign-ups are closed and is led to the log-in', async () => {
    await expect(async () => {
      await visitor.goto('/signup');
      await expect(visitor.getByRole('heading', { name: 'Sign-ups are closed' })).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: OBEYED_WITHIN_MS });
    await visitor.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await expect(visitor.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await expect(visitor.getByText("Don't have an account? Sign Up")).toBeHidden();
  });

  await test.step('nobody opens an account past the screens either', async () => {
    const { error } = await (await newClient(server)).auth.signUp({ email: newEmail('late'), password: PASSWORD });
    expect(error?.code).toBe('signup_disabled');
  });

  await test.step('a driver still logs in, and a new password has 12 characters', async () => {
    await visitor.getByLabel('Email').fill(driver.email);
    await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visitor.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(visitor).toHaveURL(/\/map/);
    await visitor.goto('/settings');
    await visitor.getByRole('button', { name: 'Change password' }).click();
    await visitor.getByLabel('New password', { exact: true }).fill('elevenchars');
    await visitor.getByRole('button', { name: 'Save password' }).click();
    await expect(visitor.getByText('Use at least 12 characters')).toBeVisible();
    const { error } = await driver.client.auth.updateUser({ password: 'elevenchars' });
    expect(error?.code).toBe('weak_password');
    await visitor.getByLabel('New password', { exact: true }).fill('twelve-chars');
    await visitor.getByRole('button', { name: 'Save password' }).click();
    await visitor.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await visitor.getByRole('button', { name: 'Save password' }).click();
    await expect(visitor.getByText('Your password has been changed')).toBeVisible();
  });
});
