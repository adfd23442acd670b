import type { Page } from '@playwright/test';
import { type Member, type ProviderUnderTest, startProvider } from '../server/testing/provider.ts';
import { ADMIN, test as base, createClientFor, expect, newEmail } from './people.ts';
import { findFreePort } from './server.ts';

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

function createMember(name: string): Member {
  const email = newEmail(name);
  return { sub: email, email, email_verified: true, name: 'Ana Díaz' };
}

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

for (const name of ['Google', 'Apple']) {
  test(`a new driver signs up with ${name}, and later logs in again into the same account`, async ({
    page,
    provider,
    server,
  }) => {
    const member = createMember(`new-${name.toLowerCase()}`);
    provider.decide({ member });
    await press(page, '/signup', name);
    await expectSignedInAs(page, member.email);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);

    await press(page, '/login', name);
    await expectSignedInAs(page, member.email);
    const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
    const { data } = await admin.from('profiles').select('user_id').eq('email', member.email).throwOnError();
    expect(data).toHaveLength(1);
  });
}
