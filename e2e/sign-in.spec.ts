import { expect, findMailedCode, findMailedLink, newClient, newEmail, PASSWORD, test } from './people.ts';

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
  await page.goto(link);
  await expect(page).toHaveURL(/\/map$/);
  // Only somebody who is signed in is welcomed.
  await expect(page.getByText('Welcome to Parqueo!')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('This link was used already or has expired.')).toBeVisible();
});

test('a new driver whose mail server followed the link first enters the code of the mail', async ({ page, server }) => {
  const email = newEmail('scanned');
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  const link = await findMailedLink(server, email);
  await fetch(link, { redirect: 'manual' });
  await page.goto(link);
  await expect(page).toHaveURL(/\/enter-code$/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: '6-digit code' }).pressSequentially(await findMailedCode(server, email));
  await expect(page).toHaveURL(/\/map$/);
  await expect(page.getByText('Welcome to Parqueo!')).toBeVisible();
});
