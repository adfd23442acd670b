import type { Page } from '@playwright/test';
import {
  createPerson,
  expect,
  findMailedLink,
  logIn,
  newEmail,
  PASSWORD,
  type Person,
  signIn,
  test,
} from './people.ts';

const NEW_PASSWORD = 'a-battery-of-horses';

async function openSettings(page: Page, { email }: Person): Promise<void> {
  await signIn(page, email);
  await page.goto('/settings');
}

async function askForEmail(page: Page, email: string, submitLabel = 'Send links'): Promise<void> {
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: submitLabel, exact: true }).click();
}

test('a new address counts once both mailboxes have confirmed it', async ({ page, server }) => {
  const person = await createPerson(server, 'mover');
  const email = newEmail('moved');
  await openSettings(page, person);
  await askForEmail(page, email);
  await expect(
    page.getByText('Look into both mailboxes, the old and the new one, and follow the link in each email.'),
  ).toBeVisible();
  await expect(page.getByText(`Waiting for ${email} to be confirmed`)).toBeVisible();

  const links = [await findMailedLink(server, person.email), await findMailedLink(server, email)] as const;
  await page.goto(links[0]);
  await expect(
    page.getByText('Confirmed. Now follow the link in the email we sent to your other address.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByText(`Waiting for ${email} to be confirmed`)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(links[1]);
  await expect(page.getByText('Your email address has been changed')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.evaluate(() => localStorage.clear());
  await logIn(page, email);
});

test('a driver changes the password and stays signed in, while other devices are signed out', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/auth\/v1\/user/);
  const person = await createPerson(server, 'changer');
  await openSettings(page, person);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  expect((await person.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  await page.evaluate(() => localStorage.clear());
  await logIn(page, person.email, NEW_PASSWORD);
});
