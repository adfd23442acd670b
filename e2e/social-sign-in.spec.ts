import { type ProviderUnderTest, startProvider } from '../server/auth/provider-testing.ts';
import { test as base, expect } from './people.ts';
import { createDataDir, freePort, type RunningServer, startServer } from './server.ts';

type Social = { server: RunningServer; provider: ProviderUnderTest };

/** The product with a real OpenID Connect server on this machine in the place of each provider. */
const test = base.extend<object, Social & { port: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  provider: [
    async ({ port }, use) => {
      const provider = await startProvider(`http://127.0.0.1:${port}`);
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ port, provider }, use) => {
      const server = await startServer(await createDataDir(), { PORT: String(port), ...provider.env });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

for (const name of ['Google', 'Apple', 'Facebook']) {
  test(`a driver signs in with ${name} and is on the map, with nothing of it left in the address`, async ({
    page,
    provider,
  }) => {
    const email = `${name.toLowerCase()}@people.test`;
    provider.decide({ member: { sub: `${name}-1`, email, email_verified: true, name: 'Ana Díaz' } });
    await page.goto('/login');
    await page.getByRole('button', { name }).click();
    await expect(page).toHaveURL(/\/map$/);
    // Who is signed in has no business at the log-in screen.
    await page.goto('/login');
    await expect(page).toHaveURL(/\/map$/);
  });
}

test.describe('refusals', () => {
  // The page with which the provider sends its refusal back has that status.
  test.use({ expectedErrors: [/status of 400/] });

  test('a driver who says no at the provider reads so at the log-in screen', async ({ page, provider }) => {
    provider.decide('deny');
    await page.goto('/login');
    await page.getByRole('button', { name: 'Apple' }).click();
    await expect(page.getByText('Authentication failed: The sign-in with Apple was cancelled')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });
});
