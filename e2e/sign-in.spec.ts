import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { readStoredKeys } from '../server/keys/keys.ts';
import { openAuthenticator } from './authenticator.ts';
import {
  createClientFor,
  createPerson,
  expect,
  findMailedCode,
  findMailedLink,
  forgetSession,
  giveProof,
  logIn,
  newClient,
  newEmail,
  PASSWORD,
  type Person,
  PROOF_WANTED,
  signIn,
  submitLogIn,
  test,
} from './people.ts';

// The ways in that go through a mail or ask for a second factor.

test.use({ expectedErrors: [PROOF_WANTED] });

const NEW_PASSWORD = 'a-battery-of-horses';

/** Presses the button of a mailed link, as mail servers do not. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'One last step' })).toBeVisible();
  await page.locator('form button').click();
}

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
  const link = await findMailedLink(server, email);
  await follow(page, link);
  await expect(page).toHaveURL(/\/map$/);
  // Only somebody who is signed in is welcomed.
  await expect(page.getByText('Welcome to Parqueo!')).toBeVisible();
  await forgetSession(page);
  await follow(page, link);
  await expect(page.getByText('This link was used already or has expired.')).toBeVisible();
});

test('a new driver whose mail server pressed the button of the link first enters the code of the mail', async ({
  page,
  server,
}) => {
  const email = newEmail('scanned');
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  const link = await findMailedLink(server, email);
  await fetch(link, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
  await follow(page, link);
  await expect(page).toHaveURL(/\/enter-code$/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: '6-digit code' }).pressSequentially(await findMailedCode(server, email));
  await expect(page).toHaveURL(/\/map$/);
  await expect(page.getByText('Welcome to Parqueo!')).toBeVisible();
});

test('a driver who forgot their password chooses a new one by mail and goes on to the map', async ({
  page,
  server,
}) => {
  const { email } = await createPerson(server, 'forgot');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(/^If .* has an account, a link to choose a new password is on its way\./)).toBeVisible();
  await follow(page, await findMailedLink(server, email));
  await expect(page).toHaveURL(/\/set-password$/);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(page).toHaveURL(/\/map$/);
  await forgetSession(page);
  await logIn(page, email, NEW_PASSWORD);
});

test('an invited driver follows the mail, chooses a password and logs in with it', async ({ page, server }) => {
  const email = newEmail('invited');
  const keys = await readStoredKeys(server.dataDir);
  const operator = createClient(server.url, keys?.secretKey ?? '', { auth: { persistSession: false } });
  const { error } = await operator.auth.admin.inviteUserByEmail(email, { data: { full_name: 'Eva Peña' } });
  expect(error).toBeNull();
  await follow(page, await findMailedLink(server, email));
  await expect(page).toHaveURL(/\/set-password$/);
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/map$/);
  await forgetSession(page);
  await logIn(page, email, PASSWORD);
});

test('a new address counts once both mailboxes have confirmed it', async ({ page, server }) => {
  const person = await createPerson(server, 'mover');
  const email = newEmail('moved');
  await signIn(page, person.email);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Send links', exact: true }).click();
  await giveProof(page);
  await expect(page.getByText(`Waiting for ${email} to be confirmed`)).toBeVisible();

  const links = [await findMailedLink(server, person.email), await findMailedLink(server, email)] as const;
  await follow(page, links[0]);
  await expect(
    page.getByText('Confirmed. Now follow the link in the email we sent to your other address.'),
  ).toBeVisible();
  await expect(page.getByText(`Waiting for ${email} to be confirmed`)).toBeVisible();
  await follow(page, links[1]);
  await expect(page.getByText('Your email address has been changed')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();
  await forgetSession(page);
  await logIn(page, email);
});

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
  await giveProof(page);
  const dialog = page.getByRole('dialog', { name: 'Turn on two-factor authentication' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(dialog.getByText('a recovery code lets you in')).toBeVisible();
  const app = openAuthenticator(await dialog.getByLabel('Or enter this setup key').innerText());
  await typeCode(page, await app.nextCode());
  await expect(page.getByText('Two-factor authentication is on')).toBeVisible();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  const recoveryCode = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await expect(page.getByText('10 left')).toBeVisible();

  await test.step('the next log-in asks for a code', async () => {
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
    await givePassword(page, person.email);
    await typeCode(page, await app.nextCode());
    await expect(page).toHaveURL(/\/map$/);
    await expect(prompt(page)).toBeHidden();
  });

  await test.step('without the phone a recovery code does as well', async () => {
    await forgetSession(page);
    await givePassword(page, person.email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/map$/);
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
