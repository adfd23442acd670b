import type { Page } from '@playwright/test';
import { createPerson, expect, linkMailedTo, logIn, newEmail, PASSWORD, test } from './people.ts';

const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;
const NEW_PASSWORD = 'a-battery-of-horses';
const SENT = /^If .* has an account, a link to choose a new password is on its way\./;

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
}

test('a driver who forgot their password chooses a new one by mail and goes on to the map', async ({
  page,
  server,
}) => {
  const { email } = await createPerson(server, 'forgot');
  await askForLink(page, email);
  await expect(page.getByText(SENT)).toBeVisible();
  await page.goto(await linkMailedTo(server, email));
  await expect(page).toHaveURL(/\/set-password$/);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Use at least 8 characters')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(page).toHaveURL(/\/map$/);
  await page.evaluate(() => localStorage.clear());
  await logIn(page, email, NEW_PASSWORD);
});

test('the answer is the same for an address without an account', async ({ page }) => {
  await askForLink(page, newEmail('nobody'));
  await expect(page.getByText(SENT)).toBeVisible();
});

test('a link that was used says so on the log-in screen', async ({ page, server }) => {
  const { email } = await createPerson(server, 'used');
  await askForLink(page, email);
  await expect(page.getByText(SENT)).toBeVisible();
  const link = await linkMailedTo(server, email);
  await page.goto(link);
  await expect(page).toHaveURL(/\/set-password$/);
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('Authentication failed: Email link is invalid or has expired')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('a link that leads elsewhere still leads to choosing a new password', async ({ page, server }) => {
  const { email, client } = await createPerson(server, 'elsewhere');
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/map` });
  await expect(async () => {
    expect(await linkMailedTo(server, email)).toContain('type=recovery');
  }).toPass();
  await page.goto(await linkMailedTo(server, email));
  await expect(page).toHaveURL(/\/set-password$/);
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
});

test('nobody chooses a password who neither followed a link nor is signed in', async ({ page }) => {
  await page.goto('/set-password');
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('refusals', () => {
  test.use({ expectedErrors: [REFUSED] });

  test('the password there is already is not taken as a new one, and says so beside the field', async ({
    page,
    server,
  }) => {
    const { email } = await createPerson(server, 'same');
    await askForLink(page, email);
    await expect(page.getByText(SENT)).toBeVisible();
    await page.goto(await linkMailedTo(server, email));
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      'New password should be different from the old password.',
    );
  });
});

const limited = test.extend({
  serverEnv: { RATE_LIMIT: 'on' },
});

limited.describe('limits', () => {
  limited.use({ expectedErrors: [REFUSED] });

  limited('who asks for a second link at once is told how long to wait', async ({ page }) => {
    const email = newEmail('hasty');
    await askForLink(page, email);
    await expect(page.getByText(SENT)).toBeVisible();
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(/^Too many emails were asked for\. Please try again in \d+ seconds?\.$/)).toBeVisible();
  });

  limited('who signs up twice at once is told how long to wait', async ({ page }) => {
    await page.goto('/signup');
    await page.getByLabel('Email').fill(newEmail('twice'));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByText('One more step: confirm your email')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByText(/^Too many emails were asked for\. Please try again in \d+ seconds?\.$/)).toBeVisible();
  });

  limited('who guesses passwords is told how long to wait', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(newEmail('guesser'));
    await page.getByLabel('Password', { exact: true }).fill('a-wrong-guess');
    for (let guess = 0; guess < 11; guess += 1) {
      const answered = page.waitForResponse(/\/auth\/v1\/token/);
      await page.getByRole('button', { name: 'Log In', exact: true }).click();
      await answered;
    }
    await expect(page.getByText(/^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/)).toBeVisible();
  });
});
