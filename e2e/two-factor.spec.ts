import type { Page } from '@playwright/test';
import { openAuthenticator } from './authenticator.ts';
import { createClientFor, createPerson, expect, type Person, signIn, submitLogIn, test } from './people.ts';

/** Gives the password and no more. */
async function givePassword(page: Page, email: string, password?: string): Promise<void> {
  await page.goto('/login');
  await submitLogIn(page, email, password);
  await expect(prompt(page)).toBeVisible();
}

const prompt = (page: Page) => page.getByRole('heading', { name: 'Enter your code' });

/** Types a code; the last digit sends it. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: '6-digit code' }).focus();
  await page.keyboard.type(code);
}

const isTwoFactorOn = async ({ id, client }: Person) =>
  (await client.from('user_settings').select('two_factor_enabled').eq('user_id', id).single().throwOnError()).data
    .two_factor_enabled;

test('a driver turns the second factor on, logs in with it and turns it off again', async ({ page, server }) => {
  const person = await createPerson(server, 'second');
  await signIn(page, person.email);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-factor authentication' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toHaveJSProperty(
    'complete',
    true,
  );
  await expect(dialog.getByText('Parqueo has no spare codes.')).toBeVisible();
  const app = openAuthenticator(await dialog.getByLabel('Or enter this setup key').innerText());
  await typeCode(page, await app.nextCode());
  await expect(page.getByText('Two-factor authentication is on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();

  await test.step('the next log-in asks for a code', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await givePassword(page, person.email);
    await typeCode(page, await app.nextCode());
    await expect(page).toHaveURL(/\/map$/);
    await expect(prompt(page)).toBeHidden();
  });

  await test.step('turning it off asks first and takes a fresh code', async () => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByRole('dialog', { name: 'Turn off two-factor authentication?' })).toBeVisible();
    await typeCode(page, await app.nextCode());
    await expect(page.getByText('Two-factor authentication is off')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
    expect(await isTwoFactorOn({ ...person, client: await createClientFor(server, person.email) })).toBe(false);
  });
});
