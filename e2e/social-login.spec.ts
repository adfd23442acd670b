import type { Page } from '@playwright/test';
import { type Member, type ProviderUnderTest, startProvider } from '../server/auth/provider-testing.ts';
import { test as base, clientOf, createPerson, expect, newEmail } from './people.ts';
import { createDataDir, freePort, type RunningServer, startServer } from './server.ts';

type Social = { provider: ProviderUnderTest; server: RunningServer };

/** Tests against a server that has all three providers, which a stand-in on this machine answers for. */
const test = base.extend<object, { social: Social; server: RunningServer }>({
  social: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const port = await freePort();
      const publicUrl = `http://127.0.0.1:${port}`;
      const provider = await startProvider(publicUrl);
      const env = { ...provider.env, PORT: String(port), PUBLIC_URL: publicUrl };
      const server = await startServer(await createDataDir(), env);
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
  await expect(page).toHaveURL(/\/map$/);
  await page.goto('/account');
  await expect(page.getByText(email ?? '')).toBeVisible();
}

for (const name of ['Google', 'Apple', 'Facebook']) {
  test.describe(`with ${name}`, () => {
    test('a new driver signs up, and later logs in again into the same account', async ({ page, social }) => {
      const member = memberWith(`new-${name.toLowerCase()}`);
      social.provider.decide({ member });
      await press(page, '/signup', name);
      await expectSignedInAs(page, member.email);
      await page.goto('/profile');
      await page.getByLabel('About you').fill('Parks with care');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Profile saved')).toBeVisible();
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(/\/login$/);

      await press(page, '/login', name);
      await expectSignedInAs(page, member.email);
      await page.goto('/profile');
      await expect(page.getByLabel('About you')).toHaveValue('Parks with care');
    });

    test('a driver with a password comes into their own account, and keeps the password', async ({
      page,
      social,
      server,
    }) => {
      const person = await createPerson(server, `both-${name.toLowerCase()}`);
      social.provider.decide({ member: memberWith('both', person.email) });
      await press(page, '/login', name);
      await expectSignedInAs(page, person.email);
      const { data } = await (await clientOf(server, person.email)).auth.getUser();
      expect(data.user?.id).toBe(person.id);
      expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(
        ['email', name.toLowerCase()].toSorted(),
      );
    });

    // Apple is answered with a form, which the stand-in sends with the status of a refusal.
    test.describe('refusals', () => {
      test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 400/] });

      test('a driver who says no at the provider is back at the log-in screen, with the reason', async ({
        page,
        social,
      }) => {
        social.provider.decide('deny');
        await press(page, '/login', name);
        await expect(page.getByText(`Authentication failed: The sign-in with ${name} was cancelled`)).toBeVisible();
        await expect(page).toHaveURL(/\/login$/);
        await page.goto('/reservations');
        await expect(page).toHaveURL(/\/login$/);
      });
    });
  });
}

/** Tests against a server whose providers are gone. */
const alone = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const provider = await startProvider('http://127.0.0.1');
      await provider.close();
      const server = await startServer(await createDataDir(), provider.env);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

for (const name of ['Google', 'Apple']) {
  alone(`a driver comes back to the log-in screen with the reason when ${name} cannot be reached`, async ({ page }) => {
    await press(page, '/login', name);
    await expect(
      page.getByText(`Authentication failed: ${name} cannot be reached right now. Please try again.`),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });
}
