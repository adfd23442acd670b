import { expect, findMailedLink, newClient, newEmail, PASSWORD, test } from './people.ts';

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
  await expect(page.getByText('Authentication failed: Email link is invalid or has expired')).toBeVisible();
});
