import { ADMIN, clientOf, createPerson, expect, PASSWORD, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;
const SENTENCE = 'Your account is suspended. Please contact support.';

async function suspend(server: RunningServer, { id }: Person): Promise<void> {
  const admin = await clientOf(server, ADMIN.email, ADMIN.password);
  await admin.from('profiles').update({ status: 'suspended' }).eq('user_id', id).select().single().throwOnError();
}

test.use({ expectedErrors: [REFUSED] });

test('a driver who is suspended while signed in is led to the log-in screen and told why', async ({ page, server }) => {
  const person = await createPerson(server, 'suspended');
  await signIn(page, person.email);
  await suspend(server, person);
  await page.goto('/reservations');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(SENTENCE)).toBeVisible();
  await page.goto('/reservations');
  await expect(page).toHaveURL(/\/login$/);
});

test('a driver who was suspended is told so when they come back with a session that has to be renewed', async ({
  page,
  server,
}) => {
  const person = await createPerson(server, 'renewing');
  await signIn(page, person.email);
  await suspend(server, person);
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (key.endsWith('-auth-token'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), expires_at: 1 }));
    }
  });
  await page.goto('/reservations');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(SENTENCE)).toBeVisible();
});

test('a driver who was suspended is told so when they log in', async ({ page, server }) => {
  const person = await createPerson(server, 'shut-out');
  await suspend(server, person);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText(SENTENCE)).toHaveCount(1);
  await expect(page).toHaveURL(/\/login$/);
});
