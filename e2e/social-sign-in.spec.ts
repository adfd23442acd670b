import type { Page } from '@playwright/test';
import { type Member, type ProviderUnderTest, startProvider } from '../server/testing/provider.ts';
import { ADMIN, test as base, createClientFor, createPerson, expect, newEmail } from './people.ts';
import { findFreePort } from './server.ts';

// What each provider refuses, and how, is tested on the server, and what people then see on the log-in screen.

/** Tests against a server that has all three providers, which a stand-in on this machine answers for. */
const test = base.extend<object, { port: number; provider: ProviderUnderTest }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  port: [async ({}, use) => use(await findFreePort()), { scope: 'worker' }],
  provider: [
    async ({ port }, use) => {
      const provider = await startProvider(`http://127.0.0.1:${port}`);
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ port, provider }, use) =>
      use({ ...provider.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }),
    { scope: 'worker' },
  ],
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
    provider,
    server,
  }) => {
    const member = memberWith(`new-${name.toLowerCase()}`);
    provider.decide({ member });
    await press(page, '/signup', name);
    await expectSignedInAs(page, member.email);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login$/);

    await press(page, '/login', name);
    await expectSignedInAs(page, member.email);
    const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
    const { data } = await admin.from('profiles').select('user_id').eq('email', member.email).throwOnError();
    expect(data).toHaveLength(1);
  });
}

test('a driver with a password comes into their own account, and keeps the password', async ({
  page,
  provider,
  server,
}) => {
  const person = await createPerson(server, 'both');
  provider.decide({ member: memberWith('both', person.email) });
  await press(page, '/login', 'Google');
  await expectSignedInAs(page, person.email);
  const { data } = await (await createClientFor(server, person.email)).auth.getUser();
  expect(data.user?.id).toBe(person.id);
  expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(['email', 'google']);
});

test.describe('refusals of the person', () => {
  // Apple is answered with a form, which the stand-in sends with the status of a refusal.
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 400/] });

  test('a driver who says no at the provider is back at the log-in screen, with the reason', async ({
    page,
    provider,
  }) => {
    provider.decide('deny');
    await press(page, '/login', 'Apple');
    await expectRefusal(page, 'The sign-in was cancelled');
  });
});
