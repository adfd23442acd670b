import { ADMIN, createClientFor, createPerson, expect, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;
const SENTENCE = 'Your account is suspended. Please contact support.';

async function suspend(server: RunningServer, { id }: Person): Promise<void> {
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
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
