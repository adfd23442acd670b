import type { Page } from '@playwright/test';
import { createPerson, expect, findMailedLink, logIn, test } from './people.ts';

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
  await page.goto(await findMailedLink(server, email));
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
