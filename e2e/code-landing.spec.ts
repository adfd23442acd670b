import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { createPerson, expect, linkMailedTo, newEmail, PASSWORD, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Where the data client of the product keeps what proves that it asked. */
const VERIFIER_KEY = 'sb-127-auth-token-code-verifier';

/** A client that asks with PKCE, so that its mails lead back with a code, and what it keeps to exchange it. */
async function clientWithPkce(server: RunningServer) {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as {
    supabaseUrl: string;
    supabaseKey: string;
  };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const client = createClient(config.supabaseUrl, config.supabaseKey, {
    auth: { flowType: 'pkce', autoRefreshToken: false, storage },
  });
  return { client, kept };
}

/** Lets the browser be the one that asked. */
async function giveVerifier(page: Page, kept: Map<string, string>): Promise<void> {
  const verifier = kept.get(VERIFIER_KEY);
  if (verifier === undefined) throw new Error(`Nothing is kept as ${VERIFIER_KEY}, only ${[...kept.keys()].join()}`);
  await page.goto('/icon.svg');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [VERIFIER_KEY, verifier] as const);
}

test('a link that comes back with a code signs in the browser that asked for it, and leaves no code behind', async ({
  page,
  server,
}) => {
  const { client, kept } = await clientWithPkce(server);
  const email = newEmail('code');
  await client.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: `${server.url}/map?to=Naco` } });
  await giveVerifier(page, kept);
  await page.goto(await linkMailedTo(server, email));
  await expect(page).toHaveURL(/\/map\?to=Naco$/);
  // Only somebody who is signed in is welcomed.
  await expect(page.getByText('Welcome to Parqueo!')).toBeVisible();
});

test('a link to choose a new password that comes back with a code leads there', async ({ page, server }) => {
  const { email } = await createPerson(server, 'code-recovery');
  const { client, kept } = await clientWithPkce(server);
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/map` });
  await giveVerifier(page, kept);
  await expect(async () => expect(await linkMailedTo(server, email)).toContain('type=recovery')).toPass();
  await page.goto(await linkMailedTo(server, email));
  await expect(page).toHaveURL(/\/set-password$/);
  await expect(page.getByText(`For ${email}`)).toBeVisible();
});

test.describe('refusals', () => {
  test.use({ expectedErrors: [REFUSED] });

  test('in another browser the same link confirms the account and says why nobody is signed in', async ({
    page,
    server,
  }) => {
    const { client } = await clientWithPkce(server);
    const email = newEmail('elsewhere');
    await client.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: `${server.url}/reservations` } });
    await page.goto(await linkMailedTo(server, email));
    await expect(
      page.getByText(
        'Authentication failed: This link works only in the browser that asked for it. Please log in here.',
      ),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL(/\/reservations$/);
  });

  test('a code that was made up or used is refused, and who is signed in stays so', async ({ page, server }) => {
    const { email } = await createPerson(server, 'stays');
    await signIn(page, email);
    await page.evaluate((key) => localStorage.setItem(key, JSON.stringify('v'.repeat(60))), VERIFIER_KEY);
    await page.goto(`/reservations?code=${randomUUID()}`);
    await expect(
      page.getByText('Authentication failed: This sign-in was used already or has expired. Please start again.'),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/reservations$/);
  });

  test('tokens that are none of the service’s are refused with its reason', async ({ page }) => {
    await page.goto('/map#access_token=forged&refresh_token=r&expires_in=3600&token_type=bearer');
    await expect(page.getByText(/^Authentication failed: invalid JWT/)).toBeVisible();
    await expect(page).toHaveURL(/\/map$/);
  });

  test('half of what makes a session is refused', async ({ page }) => {
    await page.goto('/map#access_token=forged');
    await expect(page.getByText('Authentication failed: No session defined in URL')).toBeVisible();
    await expect(page).toHaveURL(/\/map$/);
  });
});
