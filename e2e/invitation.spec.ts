import { createClient } from '@supabase/supabase-js';
import { readStoredKeys } from '../server/keys/open-keys.ts';
import { expect, findMailedLink, logIn, newEmail, PASSWORD, test } from './people.ts';

test('an invited driver follows the mail, chooses a password and logs in with it', async ({ page, server }) => {
  const email = newEmail('invited');
  const keys = await readStoredKeys(server.dataDir);
  const operator = createClient(server.url, keys?.secretKey ?? '', { auth: { persistSession: false } });
  const { error } = await operator.auth.admin.inviteUserByEmail(email, { data: { full_name: 'Eva Peña' } });
  expect(error).toBeNull();

  await page.goto(await findMailedLink(server, email));
  await expect(page).toHaveURL(/\/set-password$/);
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/map$/);
  await page.evaluate(() => localStorage.clear());
  await logIn(page, email, PASSWORD);
});
