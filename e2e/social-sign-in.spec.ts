import type { Page } from '@playwright/test';
import { type Member, type ProviderUnderTest, startProvider } from '../server/testing/provider.ts';
import { ADMIN, test as base, clientOf, createPerson, expect, newEmail } from './people.ts';
import { copyDataTemplate, findFreePort, type RunningServer, startServer } from './server.ts';

// What each provider refuses, and how, is tested on the server; here is what people see of each kind of refusal.

type Social = { provider: ProviderUnderTest; server: RunningServer };

/** Tests against a server that has all three providers, which a stand-in on this machine answers for. */
const test = base.extend<object, { social: Social; server: RunningServer }>({
  social: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const port = await findFreePort();
      const publicUrl = `http://127.0.0.1:${port}`;
      const provider = await startProvider(publicUrl);
      const env = { ...provider.env, PORT: String(port), PUBLIC_URL: publicUrl };
      const server = await startServer(await copyDataTemplate(), env);
      await use({ provider, server });
      await server.stop();
      await provider.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [async ({ social }, use) => use(social.server), { scope: 'worker' }],
});

const memberWith = (name: string, email = newEmail(name)): Member => ({
  sub: email,
  email,
  email_verified: true,
  name: 'Ana Díaz',
});

async function press(page: Page, from: '/login' | '/signup', name: string): Promise<void> {
  await page.goto(from);
  await page.getByRole('button', { name: `Continue with ${name}` }).click();
}

async function expectSignedInAs(page: Page, email: string | undefined): Promise<void> {
  // Nothing of the sign-in is left in the address.
  await expect(page).toHaveURL(/\/map$/);
  await page.goto('/account');
  await expect(page.getByText(email ?? '')).toBeVisible();
}

async function expectRefusal(page: Page, sentence: string): Promise<void> {
  await expect(page.getByText(`Authentication failed: ${sentence}`)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
}

for (const name of ['Google', 'Apple', 'Facebook']) {
  test(`a new driver signs up with ${name}, and later logs in again into the same account`, async ({
    page,
    social,
    server,
  }) => {
    const member = memberWith(`new-${name.toLowerCase()}`);
    social.provider.decide({ member });
    await press(page, '/signup', name);
    await expectSignedInAs(page, member.email);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login$/);

    await press(page, '/login', name);
    await expectSignedInAs(page, member.email);
    const admin = await clientOf(server, ADMIN.email, ADMIN.password);
    const { data } = await admin.from('profiles').select('user_id').eq('email', member.email).throwOnError();
    expect(data).toHaveLength(1);
  });
}

test('a driver with a password comes into their own account, and keeps the password', async ({
  page,
  social,
  server,
}) => {
  const person = await createPerson(server, 'both');
  social.provider.decide({ member: memberWith('both', person.email) });
  await press(page, '/login', 'Google');
  await expectSignedInAs(page, person.email);
  const { data } = await (await clientOf(server, person.email)).auth.getUser();
  expect(data.user?.id).toBe(person.id);
  expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(['email', 'google']);
});

test('a callback that is opened a second time signs nobody in', async ({ page, social }) => {
  const callbacks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/callback')) callbacks.push(request.url());
  });
  const member = memberWith('replay');
  social.provider.decide({ member });
  await press(page, '/login', 'Google');
  await expectSignedInAs(page, member.email);
  await page.evaluate(() => localStorage.clear());
  await page.goto(callbacks[0] ?? '');
  await expectRefusal(page, 'The sign-in took too long or is over already. Please try again.');
});

test('a driver whose sign-in the server does not remember any more reads that it took too long', async ({ page }) => {
  await page.goto('/auth/v1/callback?state=older-than-ten-minutes&code=any');
  await expectRefusal(page, 'The sign-in took too long or is over already. Please try again.');
});

test('an address that the provider has not verified lets nobody in', async ({ page, social, server }) => {
  const person = await createPerson(server, 'victim');
  social.provider.decide({ member: { ...memberWith('thief', person.email), email_verified: false } });
  await press(page, '/login', 'Google');
  await expectRefusal(page, 'Unverified email with Google. Confirm your email address there, then try again.');
  await page.goto('/reservations');
  await expect(page).toHaveURL(/\/login$/);
});

test('a suspended driver is told so in plain words', async ({ page, social, server }) => {
  const person = await createPerson(server, 'suspended');
  const admin = await clientOf(server, ADMIN.email, ADMIN.password);
  await admin.from('profiles').update({ status: 'suspended' }).eq('user_id', person.id).throwOnError();
  social.provider.decide({ member: memberWith('suspended', person.email) });
  await press(page, '/login', 'Facebook');
  await expectRefusal(page, 'Your account is suspended. Please contact support.');
});

test.describe('refusals of the person', () => {
  // Apple is answered with a form, which the stand-in sends with the status of a refusal.
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 400/] });

  test('a driver who says no at the provider is back at the log-in screen, with the reason', async ({
    page,
    social,
  }) => {
    social.provider.decide('deny');
    await press(page, '/login', 'Apple');
    await expectRefusal(page, 'The sign-in with Apple was cancelled');
  });
});

/** Tests against a server whose providers are gone. */
const alone = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const provider = await startProvider('http://127.0.0.1');
      await provider.close();
      const server = await startServer(await copyDataTemplate(), provider.env);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

alone('a driver is back at the log-in screen with the reason when the provider cannot be reached', async ({ page }) => {
  await press(page, '/login', 'Google');
  await expectRefusal(page, 'Google cannot be reached right now. Please try again.');
});

base('a provider that is not set up says so at the log-in screen', async ({ page }) => {
  await press(page, '/login', 'Google');
  await expectRefusal(page, 'signing in with Google is not set up on this server');
});
